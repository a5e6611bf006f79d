import type { Note } from '@foyer/contracts/notes/notes.ts'
import { Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useStaffName } from '../staff-names.tsx'
import { offlineReason } from '../use-offline.ts'
import { NoteForm } from './note-form.tsx'
import { NoteTexts } from './note-texts.tsx'
import type { Notes } from './use-notes.ts'

interface NoteItemProps extends Pick<Notes, 'pin' | 'put' | 'remove'> {
  note: Note
  now: Date
  timezone: string
  offline: boolean
}

/** One note about a patient: its text, by whom and when, and what can be done to it. */
export function NoteItem({ note, now, timezone, offline, pin, put, remove }: NoteItemProps) {
  const [isEditing, setIsEditing] = useState(false)
  const [areTextsOpen, setAreTextsOpen] = useState(false)
  const staffName = useStaffName()
  const { organizationId, patientId, text, author, createdAt, updatedAt, texts, pinned } = note
  if (isEditing) {
    const onSaved: Notes['put'] = (epoch, saved) => {
      put(epoch, saved)
      setIsEditing(false)
    }
    return <NoteForm {...{ organizationId, patientId, note, onSaved }} onCancel={() => setIsEditing(false)} />
  }
  const reason = offlineReason(offline, 'Changing a note')
  return (
    <article className="rounded-lg border border-note-line bg-note px-3 py-2">
      {pinned && (
        <p className="flex items-center gap-1 text-xs font-medium text-note-text">
          <Pin aria-hidden size={13} /> Pinned
        </p>
      )}
      <p className="text-sm wrap-anywhere whitespace-pre-wrap">{text}</p>
      <div className="mt-1 flex items-end justify-between gap-2">
        <p className="min-w-0 text-xs text-note-text">
          <bdi>{staffName(author._id, author.name)}</bdi>,{' '}
          <time dateTime={createdAt}>{momentLabel(createdAt, now, timezone)}</time>
          {texts > 1 && (
            <>
              <br />
              <button
                type="button"
                aria-expanded={areTextsOpen}
                onClick={() => setAreTextsOpen(!areTextsOpen)}
                className="underline pointer-coarse:min-h-11"
              >
                {`Changed ${momentLabel(updatedAt, now, timezone)}`}
              </button>
            </>
          )}
        </p>
        <div className="flex shrink-0">
          <IconButton
            icon={pinned ? PinOff : Pin}
            label={pinned ? 'Unpin the note' : 'Pin the note'}
            size="sm"
            disabledReason={reason}
            onClick={() => void pin(note)}
          />
          <IconButton
            icon={Pencil}
            label="Change the note"
            size="sm"
            disabledReason={reason}
            onClick={() => setIsEditing(true)}
          />
          <IconButton
            icon={Trash2}
            label="Remove the note"
            size="sm"
            disabledReason={reason}
            onClick={() => void remove(note)}
          />
        </div>
      </div>
      {areTextsOpen && texts > 1 && <NoteTexts {...{ note, now, timezone }} />}
    </article>
  )
}
