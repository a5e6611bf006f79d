import { NOTE_MAX } from '@foyer/contracts/notes/notes.rules.ts'
import type { Note } from '@foyer/contracts/notes/notes.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form, Problem, Submit } from '../form/form.tsx'
import { FormTextArea } from '../form/form-fields.tsx'
import { useForm } from '../form/use-form.ts'
import { useApi } from '../services.tsx'

interface NoteFormProps {
  organizationId: string
  patientId: string
  /** Null adds one. */
  note: Note | null
  onSaved: (epoch: string, note: Note) => void
  onCancel?: () => void
}

/** Writes a note, or another text of one. */
export function NoteForm({ organizationId, patientId, note, onSaved, onCancel }: NoteFormProps) {
  const api = useApi()
  // A note that is sent again after a lost answer is written once.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const form = useForm<{ text: string }>({
    initial: { text: note?.text ?? '' },
    check: ({ text }) => ({ text: wrongOf(text) }),
    refusals: { stale: 'Someone changed this note while you were writing. Cancel, read it, and change it again.' },
    async send({ text }) {
      const idempotencyKey = key
      const body = { organizationId, text }
      const { epoch, data } =
        note === null
          ? await api('addNote', { params: { id: patientId }, body, idempotencyKey })
          : await api('updateNote', {
              params: { noteId: note._id },
              body: { ...body, seenVersion: note.version },
              idempotencyKey,
            })
      onSaved(epoch, data)
      setKey(crypto.randomUUID())
      if (note === null) form.reset({ text: '' })
    },
  })
  return (
    <Form form={form} label={note === null ? 'Add a note' : 'Change the note'} className="space-y-2">
      <FormTextArea
        form={form}
        name="text"
        label={note === null ? 'New note' : 'Note'}
        help="Only staff see it. It is never sent to the patient."
        rows={3}
        maxLength={NOTE_MAX}
      />
      <Problem form={form} />
      <div className="flex flex-wrap gap-2">
        <Submit form={form} size="sm" action="Saving a note">
          {note === null ? 'Add note' : 'Save'}
        </Submit>
        {onCancel && (
          <Button size="sm" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  )
}

function wrongOf(text: string): string | undefined {
  if (text.trim() === '') return 'Write something first.'
  return text.length > NOTE_MAX ? `Use at most ${NOTE_MAX} characters.` : undefined
}
