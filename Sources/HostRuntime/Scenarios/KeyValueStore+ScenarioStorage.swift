extension KeyValueStore: ScenarioStorage {}
