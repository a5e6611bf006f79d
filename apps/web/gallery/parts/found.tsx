import { type Mention, mentionExample } from '@foyer/contracts/inbox/mention.ts'
import type { ReactNode } from 'react'
import { MentionsList } from '../../src/features/inbox/list/mentions-list.tsx'
import { MessageResults } from '../../src/features/inbox/list/message-results.tsx'
import type { PagedRows } from '../../src/parts/rows/paged-rows.ts'
import { type Answers, never, ok, refuse } from '../canned-api.ts'
import { page, rosalind } from '../fixtures/conversations.ts'
import { message, note } from '../fixtures/messages.ts'
import { cedar, me, now, timezone } from '../fixtures/people.ts'
import { part } from '../gallery-entry.ts'
import { address, rowsOf } from '../scenes/list-scene.tsx'
import { Stage } from '../stage.tsx'

const found = {
  now,
  timezone,
  openId: rosalind.id,
  soughtId: 'm-sought',
  linkTo: address.linkTo,
  onSeek: () => undefined,
}

/** As wide as the left pane, which it covers. */
function Pane({ children, answers }: { children: ReactNode; answers?: Answers }) {
  return (
    <Stage {...(answers ? { answers } : {})}>
      <div className="relative flex min-h-0 w-full flex-1 flex-col bg-surface md:w-list">{children}</div>
    </Stage>
  )
}

const mention = (fields: Partial<Mention>): Mention => ({
  ...mentionExample,
  user: me._id,
  byName: 'Dana Whitfield',
  ...fields,
})
const mentions = [
  mention({ _id: 'n1', conversationId: rosalind.id, messageId: 'm-sought' }),
  mention({
    _id: 'n2',
    at: '2026-11-18T15:16:00.000Z',
    seenAt: '2026-11-18T15:20:00.000Z',
    excerpt: 'نعم، الخميس الساعة 9:30 مناسب',
  }),
  mention({
    _id: 'n3',
    at: '2026-11-17T15:16:00.000Z',
    byName: `Maximiliane ${'von und zu '.repeat(8)}`,
    excerpt: 'ThisIsOneWordThatNobodyCanBreak'.repeat(6),
  }),
]

const MentionsScene = (rows: Partial<PagedRows<Mention>>) => (
  <Pane>
    <MentionsList rows={rowsOf([], rows)} {...found} />
  </Pane>
)

export const mentionsPart = part('Mentions', {
  loading: { title: 'On their way', show: () => <MentionsScene data={undefined} isFetching /> },
  failed: { title: 'Did not load', show: () => <MentionsScene data={undefined} isError /> },
  empty: { title: 'No mentions yet', show: () => <MentionsScene /> },
  some: { title: 'Seen and not seen', show: () => <MentionsScene data={mentions} /> },
  'loading-more': {
    title: 'More on their way',
    show: () => <MentionsScene data={mentions} hasMore isLoadingMore />,
  },
  'more-failed': {
    title: 'More did not load',
    show: () => <MentionsScene data={mentions} hasMore moreFailed />,
  },
})

const text = 'Should I bring the new card? The old card has another number.'
const hits = [
  {
    conversation: rosalind,
    message: message({ message: text, _id: 'm-sought' }),
    marks: [
      [23, 27],
      [37, 41],
    ] as [number, number][],
  },
  ...page.slice(3).map((conversation) => ({
    conversation,
    message: note(`${'A long way before it comes to the card. '.repeat(4)}${conversation.lastMessage}`),
    marks: [[35, 39]] as [number, number][],
  })),
]

const results = (words: string, answers?: Answers) => (
  <Pane {...(answers ? { answers } : {})}>
    <MessageResults organizationId={cedar._id} words={words} {...found} />
  </Pane>
)

export const messageSearch = part('Search in messages', {
  begun: { title: 'Nothing typed', show: () => results('') },
  loading: { title: 'On its way', show: () => results('card', { searchMessages: never }) },
  failed: { title: 'Failed', show: () => results('card', { searchMessages: () => refuse() }) },
  found: {
    title: 'Found, with more',
    show: () => results('card', { searchMessages: () => ({ ...ok(hits), cursor: 'more' }) }),
  },
  'no-match': { title: 'No match', show: () => results('cardigan', { searchMessages: () => ok([]) }) },
})
