import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import { type FormEvent, useState } from 'react'
import { useParts } from '../../../parts/parts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Field } from '../../../ui/field.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { fieldValue, fromField, laterProblem, laterWords, presets } from './send-later.rules.ts'

export interface LaterWishes {
  readonly sendAt: Date
  readonly message: string
}

interface LaterDialogProps {
  title: string
  /** What the button says. */
  save: string
  phone: boolean
  timezone: string
  /** Null for a text that has no time yet. */
  sendAt: Date | null
  /** Where the words can be changed as well. */
  message?: string
  /** Answers whether it is kept; what stands in the way was said. */
  onSave: (wishes: LaterWishes) => Promise<boolean>
  onClose: () => void
}

/** When a text goes out, by the clinic's clock. */
export function LaterDialog({ title, save, phone, timezone, sendAt, message, onSave, onClose }: LaterDialogProps) {
  const { clock } = useParts()
  const [value, setValue] = useState(() =>
    fieldValue(sendAt ?? presets(clock.now(), timezone)[1]?.at ?? clock.now(), timezone),
  )
  const [words, setWords] = useState(message ?? '')
  const [wrong, setWrong] = useState<{ at?: string | undefined; words?: string | undefined }>({})
  const [busy, setBusy] = useState(false)
  const at = fromField(value, timezone)
  const Overlay = phone ? Sheet : Drawer

  async function submit(event: FormEvent) {
    event.preventDefault()
    const problem = laterProblem(at, clock.now())
    const { length } = words.trim()
    const isWrong = message !== undefined && (length === 0 || length > MESSAGE_MAX)
    setWrong({
      at: problem ?? undefined,
      words: isWrong ? `Write 1 to ${MESSAGE_MAX.toLocaleString('en-US')} characters` : undefined,
    })
    if (busy || problem !== null || isWrong || at === null) return
    setBusy(true)
    if (!(await onSave({ sendAt: at, message: words.trim() }))) setBusy(false)
  }

  return (
    <Overlay open onClose={onClose} title={title}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4 p-4">
        {message !== undefined && <TextArea label="Text" value={words} onChange={setWords} error={wrong.words} />}
        <Field
          label="Day and time"
          type="datetime-local"
          size="lg"
          value={value}
          onChange={({ target }) => setValue(target.value)}
          error={wrong.at}
          help={at === null ? '' : `Goes out ${laterWords(at, clock.now(), timezone)}, by the clinic’s clock.`}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose} className="pointer-coarse:h-11">
            Cancel
          </Button>
          <Button type="submit" kind="primary" busy={busy} className="pointer-coarse:h-11">
            {save}
          </Button>
        </div>
      </form>
    </Overlay>
  )
}
