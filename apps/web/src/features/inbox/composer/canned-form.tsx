import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import type { CannedMessage } from '@foyer/contracts/inbox/canned-calls.ts'
import { type FormEvent, useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import type { CannedWords } from './use-canned.ts'

interface CannedFormProps {
  edited: CannedMessage | null
  onSave: (words: CannedWords, idempotencyKey: string) => Promise<void>
  onDone: () => void
}

interface Wrong {
  title?: string
  message?: string
}

export function CannedForm({ edited, onSave, onDone }: CannedFormProps) {
  const [title, setTitle] = useState(edited?.title ?? '')
  const [message, setMessage] = useState(edited?.message ?? '')
  const [wrong, setWrong] = useState<Wrong>({})
  const [busy, setBusy] = useState(false)
  const [key] = useState(() => crypto.randomUUID())

  async function submit(event: FormEvent) {
    event.preventDefault()
    const words = { title: title.trim(), message: message.trim() }
    const missing = problemsOf(words)
    setWrong(missing)
    if (busy || Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      await onSave(words, key)
      onDone()
    } catch (error) {
      setWrong(refusedFields(error))
      notifyError(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4 p-4">
      <Field
        label="Title"
        size="lg"
        value={title}
        maxLength={80}
        autoComplete="off"
        onChange={({ target }) => setTitle(target.value)}
        error={wrong.title}
      />
      <TextArea
        label="Text"
        value={message}
        onChange={setMessage}
        error={wrong.message}
        help="{{firstName}}, {{clinicName}}, {{staffName}}, {{doctorName}}, {{appointmentDate}} and {{appointmentTime}} are filled in when it is used."
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone} className="pointer-coarse:h-11">
          Back
        </Button>
        <Button type="submit" kind="primary" busy={busy} className="pointer-coarse:h-11">
          Save
        </Button>
      </div>
    </form>
  )
}

/** [OPEN-023] */
function problemsOf({ title, message }: CannedWords): Wrong {
  return {
    ...(title === '' ? { title: 'Give it a title' } : {}),
    ...(message === '' ? { message: 'Write the text' } : {}),
    ...(message.length > MESSAGE_MAX ? { message: `At most ${MESSAGE_MAX} characters` } : {}),
  }
}

function refusedFields(error: unknown): Wrong {
  if (!(error instanceof CallError)) return {}
  const of = (path: string) => error.issues.find((issue) => issue.path === path)?.message
  const title = of('title') ?? (error.reason === 'conflict' ? error.detail : undefined)
  const message = of('message')
  return { ...(title === undefined ? {} : { title }), ...(message === undefined ? {} : { message }) }
}
