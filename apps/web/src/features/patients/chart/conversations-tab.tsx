import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { MessageCircle, MessageSquareText } from 'lucide-react'
import { givenName } from '../../../lib/staff-names.rules.ts'
import { conversationTime } from '../../../lib/time-labels.rules.ts'
import { QueryState } from '../../../parts/query-state.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { LoadMore, Note } from '../../../parts/state-notes.tsx'
import { CountPill } from '../../../ui/count-pill.tsx'
import { Link } from '../../../ui/link.tsx'
import { Card } from './card.tsx'
import { conversationFacts } from './conversation-words.rules.ts'
import type { TabProps } from './tab-props.ts'
import { useConversations } from './use-conversations.ts'

/** Every conversation of the patient, and the one that the people of the number share. */
export function ConversationsTab({ organization, patient, now }: TabProps) {
  const rows = useConversations(organization._id, patient)
  return (
    <Card title="Conversations" flush>
      <QueryState
        query={rows}
        what="The conversations"
        empty={
          <Note
            icon={MessageSquareText}
            title="No conversations yet"
            detail="The patient’s texts and chats will appear here."
          />
        }
      >
        {(conversations) => (
          <>
            <ul aria-label="Conversations" className="divide-y divide-line border-t border-line">
              {conversations.map((conversation) => (
                <li key={conversation.id}>
                  <Row {...{ conversation, patient, now }} timezone={organization.timezone} />
                </li>
              ))}
            </ul>
            <LoadMore rows={rows} quiet what="conversations" />
          </>
        )}
      </QueryState>
    </Card>
  )
}

interface RowProps {
  conversation: Conversation
  patient: PatientRecord
  now: Date
  timezone: string
}

function Row({ conversation, patient, now, timezone }: RowProps) {
  const staffName = useStaffName()
  const { id, type, lastMessage, lastMessageBy: by, timestamp, unreadCount } = conversation
  const Icon = type === 'chat' ? MessageCircle : MessageSquareText
  const author = by?.direction === 'outbound' ? staffName(by.user, by.userName) : null
  return (
    <Link
      to={`/inbox?conversation=${encodeURIComponent(id)}`}
      className="focus-inset flex min-h-14 items-start gap-3 px-4 py-2.5 text-sm md:px-5 hover:bg-hover"
    >
      <Icon aria-hidden size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{type === 'chat' ? 'Chat' : 'Texts'}</span>
          <span className="text-xs text-muted">
            {conversationFacts(conversation, patient, (person) => givenName(staffName(person._id, person.name)))}
          </span>
        </span>
        <span className="line-clamp-2 wrap-anywhere text-muted">
          {by?.private && 'Note: '}
          {author !== null && `${givenName(author)}: `}
          {lastMessage === '' ? 'No messages yet' : lastMessage}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        <time dateTime={timestamp} className="num text-xs text-muted">
          {conversationTime(new Date(timestamp), now, timezone)}
        </time>
        <CountPill count={unreadCount} />
      </span>
    </Link>
  )
}
