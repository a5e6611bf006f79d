import { useState } from 'react'
import { TextArea } from '../../ui/text-area.tsx'

/** Line breaks and indents count here; the server counts the questionnaire without them. */
const TEXT_MAX = 200_000

interface QuestionnaireFieldProps {
  text: string
  problem: string | null
  onChange: (text: string) => void
}

/** A FHIR questionnaire as a file or as text. */
export function QuestionnaireField({ text, problem, onChange }: QuestionnaireFieldProps) {
  const [unread, setUnread] = useState<string | null>(null)
  async function take(file: File | undefined) {
    if (!file) return
    try {
      onChange(await file.text())
      setUnread(null)
    } catch {
      setUnread(`${file.name} can’t be read`)
    }
  }
  const shown = unread ?? problem
  return (
    <>
      <label className="text-sm font-medium">
        File of a questionnaire
        <input
          type="file"
          accept=".json,application/json,application/fhir+json"
          className="mt-1 block w-full text-sm pointer-coarse:min-h-11"
          onChange={({ target }) => void take(target.files?.[0])}
        />
      </label>
      <TextArea
        label="Questionnaire"
        help="FHIR R4, as JSON."
        rows={12}
        maxLength={TEXT_MAX}
        value={text}
        spellCheck={false}
        {...(shown === null ? {} : { error: shown })}
        onChange={({ target }) => {
          setUnread(null)
          onChange(target.value)
        }}
      />
    </>
  )
}
