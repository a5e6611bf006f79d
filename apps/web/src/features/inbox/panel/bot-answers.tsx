import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { PanelSection } from './panel-section.tsx'

interface BotAnswersProps {
  conversation: Conversation
  now: Date
  timezone: string
}

/** The answers that the last assistant heard, and the block at which it stands or stopped. */
export function BotAnswers({ conversation, now, timezone }: BotAnswersProps) {
  const { id: conversationId, organizationId, timestamp, bot } = conversation
  const api = useApi()
  const { data, isError, refetch } = useQuery({
    // It is read again after each message and each step of the assistant.
    queryKey: ['botSession', organizationId, conversationId, timestamp, bot?.sessionId ?? null, bot?.nodeId ?? null],
    queryFn: ({ signal }) => api('botSession', { query: { organizationId, conversationId }, signal }),
    placeholderData: (before) => before,
  })
  if (isError) {
    return (
      <p className="border-b border-line px-4 py-3 text-xs text-muted">
        What the assistant was told did not load.{' '}
        <button type="button" onClick={() => void refetch()} className="font-medium text-link pointer-coarse:min-h-11">
          Load again
        </button>
      </p>
    )
  }
  const session = data?.data
  if (!session) return null
  const last = session.path.at(-1)
  return (
    <PanelSection title="Answers">
      <p className="mb-1 text-xs text-muted wrap-anywhere">
        <bdi>{session.name}</bdi>
        {`, version ${session.version}, ${momentLabel(session.endedAt ?? session.startedAt, now, timezone)}`}
      </p>
      {session.answers.length === 0 && <p className="text-muted">No answers yet</p>}
      {session.answers.map(({ key, label, value, verified }) => (
        <dl key={key} className="flex gap-2 py-0.75">
          <dt className="w-26 shrink-0 text-muted wrap-anywhere">{label}</dt>
          <dd className="min-w-0 flex-1 wrap-anywhere">
            {shown(value)}
            {verified && (
              <span className="ml-1 inline-flex items-center gap-0.5 align-text-bottom text-xs text-ok-text">
                <BadgeCheck aria-hidden size={13} />
                verified
              </span>
            )}
          </dd>
        </dl>
      ))}
      {last && (
        <dl className="flex gap-2 py-0.75">
          <dt className="w-26 shrink-0 text-muted">{session.endedAt === null ? 'Now at' : 'Stopped at'}</dt>
          <dd className="min-w-0 flex-1 wrap-anywhere">{last.title}</dd>
        </dl>
      )}
    </PanelSection>
  )
}

function shown(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}
