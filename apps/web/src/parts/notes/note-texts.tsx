import type { Note, NoteText } from '@foyer/contracts/notes/notes.ts'
import { useQuery } from '@tanstack/react-query'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { QueryState } from '../query-state.tsx'
import { useApi } from '../services.tsx'
import { useStaffName } from '../staff-names.tsx'

interface NoteTextsProps {
  note: Note
  now: Date
  timezone: string
}

/** The texts that a note had before, the newest first. */
export function NoteTexts({ note: { _id, organizationId, texts }, now, timezone }: NoteTextsProps) {
  const api = useApi()
  const staffName = useStaffName()
  const query = useQuery({
    queryKey: ['note texts', organizationId, _id, texts],
    queryFn: async ({ signal }): Promise<readonly NoteText[]> => {
      const { data } = await api('noteTexts', { query: { organizationId, noteIds: [_id] }, signal })
      return data[0]?.texts.slice(1) ?? []
    },
  })
  return (
    <QueryState query={query} what="The earlier texts" rows={2}>
      {(earlier) => (
        <ol aria-label="Earlier texts" className="mt-2 space-y-2 border-l-2 border-note-line pl-3">
          {earlier.map(({ version, text, by, at }) => (
            <li key={version} className="text-sm">
              <p className="wrap-anywhere whitespace-pre-wrap text-muted">{text}</p>
              <p className="text-xs text-muted">
                <bdi>{staffName(by._id, by.name)}</bdi>, <time dateTime={at}>{momentLabel(at, now, timezone)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
    </QueryState>
  )
}
