import { NOTE_MAX } from '@foyer/contracts/notes/notes.rules.ts'
import type { Note } from '@foyer/contracts/notes/notes.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form, Problem, Submit } from '../form/form.tsx'
import { FormTextArea } from '../form/form-fields.tsx'
import { useForm } from '../form/use-form.ts'
import { useApi } from '../services.tsx'
import { useIdempotencyKeys } from '../visits/use-idempotency-keys.ts'

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
  const withKey = useIdempotencyKeys()
  // The stream renews the note while its text is written; the text that the form began with counts.
  const [seenVersion] = useState(note?.version ?? 0)
  function add(text: string) {
    const asked = { params: { id: patientId }, body: { organizationId, text } }
    return withKey(asked, (idempotencyKey) => api('addNote', { ...asked, idempotencyKey }))
  }
  function change({ _id: noteId }: Note, text: string) {
    const asked = { params: { noteId }, body: { organizationId, text, seenVersion } }
    return withKey(asked, (idempotencyKey) => api('updateNote', { ...asked, idempotencyKey }))
  }
  const form = useForm<{ text: string }>({
    initial: { text: note?.text ?? '' },
    check: ({ text }) => ({ text: wrongOf(text) }),
    refusals: { stale: 'Someone changed this note while you were writing. Cancel, read it, and change it again.' },
    async send({ text }) {
      const { epoch, data } = await (note === null ? add(text) : change(note, text))
      onSaved(epoch, data)
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
