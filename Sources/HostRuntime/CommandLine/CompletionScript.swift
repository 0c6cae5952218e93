/// A shell for which the program writes a script with completions.
///
/// The script asks the program for what may come at the cursor, with `completion
/// candidates -- WORDS`: plugins come and go, and it stays right.
enum CompletionScript: String, CaseIterable {
    case bash
    case zsh
    case fish

    /// The script for a program's name.
    func text(program: String) -> String {
        let function = "_" + String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        let name =
            "'" + program.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
        let script =
            switch self {
            case .bash: CompletionScript.bashScript
            case .zsh: CompletionScript.zshScript
            case .fish: CompletionScript.fishScript
            }
        return script.split(separator: "@FUNCTION@", omittingEmptySubsequences: false).joined(separator: function)
            .split(separator: "@NAME@", omittingEmptySubsequences: false).joined(separator: name)
    }

    private static let bashScript = #"""
        # Completions of @NAME@ for bash: eval "$(@NAME@ completion bash)"
        @FUNCTION@() {
            local line=${COMP_LINE:0:COMP_POINT} blank part typed prefix kind lead value quoted detail i
            local -a words=()
            COMPREPLY=()
            # bash splits words at = and : as well; what no blank separates is one word.
            for ((i = 0; i <= COMP_CWORD; i++)); do
                blank=${line%%[![:space:]]*}
                line=${line:${#blank}}
                part=${COMP_WORDS[i]}
                ((i < COMP_CWORD)) || part=$line
                line=${line:${#part}}
                if ((i == 0)) || [[ $blank ]]; then words+=("$part"); else words[-1]+=$part; fi
            done
            typed=${part//[\"\'\\]/}
            words=("${words[@]//[\"\'\\]/}")
            [[ $typed == *[!=:]* ]] || typed=
            prefix=${words[-1]%"$typed"}
            {
                IFS=$'\t' read -r kind lead
                while IFS=$'\t' read -r value detail; do
                    [[ $value == "$prefix"?* ]] || continue
                    value=${value:${#prefix}}
                    [[ $value != *= ]] || compopt -o nospace 2>/dev/null
                    printf -v quoted %q "$value"
                    # Between quotes only what needs none is offered: an escape means something else there.
                    [[ $part != *[\"\']* || $quoted == "$value" ]] || continue
                    COMPREPLY+=("$quoted")
                done
            } < <("${words[0]/#\~\//$HOME/}" completion candidates -- "${words[@]:1}" 2>/dev/null </dev/null)
            case $kind in
            files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$typed") ;;
            folders) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$typed") ;;
            esac
            return 0
        }
        complete -F @FUNCTION@ -- @NAME@
        """#

    private static let zshScript = #"""
        # Completions of @NAME@ for zsh: eval "$(@NAME@ completion zsh)"
        @FUNCTION@() {
            local program=${(Q)words[1]} kind lead line value
            local -a lines open closed
            lines=("${(@f)$("${program/#\~\//$HOME/}" completion candidates -- \
                "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null </dev/null)}")
            kind=${lines[1]%%$'\t'*}
            lead=${lines[1]#*$'\t'}
            for line in "${(@)lines[2,-1]}"; do
                value=${line%%$'\t'*}
                line=${${value//\\/\\\\}//:/\\:}:${line#*$'\t'}
                if [[ $value == *= ]]; then open+=("$line"); else closed+=("$line"); fi
            done
            case $kind in
            files) compset -P "${(b)lead}"; _files ;;
            folders) compset -P "${(b)lead}"; _files -/ ;;
            words)
                ((!$#closed)) || _describe -t words word closed
                ((!$#open)) || _describe -t words word open -S ''
                ;;
            esac
        }
        compdef @FUNCTION@ @NAME@
        """#

    private static let fishScript = #"""
        # Completions of @NAME@ for fish: @NAME@ completion fish | source
        function @FUNCTION@
            set -l words (commandline -opc)
            set -l current (commandline -ct | string replace -ra '[\\\\"\']' '')
            set -l lines (command $words[1] completion candidates -- $words[2..-1] "$current" 2>/dev/null </dev/null)
            set -l head (string split \t -- $lines[1])
            set -l rest (string sub -s (math (string length -- "$head[2]") + 1) -- "$current")
            switch "$head[1]"
                case files
                    printf '%s\n' "$head[2]"(__fish_complete_path "$rest")
                case folders
                    printf '%s\n' "$head[2]"(__fish_complete_directories "$rest" '')
                case words
                    set -q lines[2]; and printf '%s\n' $lines[2..-1]
            end
        end
        complete -c @NAME@ -f -a '(@FUNCTION@)'
        """#
}
