import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Bubble, BubbleState } from '../../src/features/inbox/composer/composer.rules.ts'
import type { ThreadContext } from '../../src/features/inbox/thread/thread.machine.ts'
import { EPOCH, never, ok, refuse } from '../canned-api.ts'
import { counts, stillLive } from '../canned-live.ts'
import { conversation, LONG_NAME, rosalind, unknown } from '../fixtures/conversations.ts'
import {
  everyDelivery,
  heldTexts,
  later,
  longThread,
  message,
  note,
  oddThread,
  PICTURE,
  usualThread,
  withFiles,
} from '../fixtures/messages.ts'
import { cedar } from '../fixtures/people.ts'
import { part } from '../gallery-entry.ts'
import { read, ThreadScene } from '../scenes/thread-scene.tsx'

const STATES: Record<BubbleState, string | null> = {
  waiting: null,
  sending: null,
  slow: null,
  unconfirmed: null,
  stale: null,
  failed: 'The organization has sent all the texts that a day may have.',
}

/** One message per state before the server has it. */
const pending: readonly Bubble[] = Object.entries(STATES).map(([state, reason], place) => ({
  key: `pending-${place}`,
  text: `On its way: ${state}`,
  files: [],
  mentions: [],
  about: null,
  draftRevision: null,
  private: state === 'slow',
  at: '2026-11-19T15:15:00.000Z',
  state: state as BubbleState,
  reason,
  seenVersion: null,
  after: 0,
}))

const newLine = (context: ThreadContext) => ({
  ...read(usualThread)(context),
  newFrom: usualThread.at(-1)?._id ?? null,
})

const added = (one: Message, seq: number) => ({
  type: 'message.added' as const,
  key: one._id,
  epoch: EPOCH,
  organizationId: cedar._id,
  seq,
  audience: 'organization' as const,
  at: one.createdAt,
  counts,
  data: { conversationId: one.conversationId, message: { ...one, version: seq } },
})

export const thread = part('Thread', {
  'colleague-on-it': {
    title: 'A colleague is on it',
    show: () => <ThreadScene viewing="Dana is on it" />,
  },
  loading: { title: 'Loading', show: () => <ThreadScene value="loading" holds={() => ({})} /> },
  remembered: {
    title: 'Remembered while the server is away',
    show: () => (
      <ThreadScene
        value="failed"
        holds={(context) => ({
          ...read(usualThread)(context),
          failures: 1,
          met: 'failing' as const,
          rememberedAt: new Date('2026-11-19T15:10:00Z'),
        })}
      />
    ),
  },
  failed: {
    title: 'Did not load',
    show: () => <ThreadScene value="failed" holds={() => ({ failures: 1, met: 'silent' as const })} />,
  },
  'failed-kept': {
    title: 'Loading again failed, the messages are kept',
    show: () => <ThreadScene value="failed" holds={(context) => ({ ...read(usualThread)(context), failures: 1 })} />,
  },
  absent: { title: 'There is no such conversation', show: () => <ThreadScene value="absent" holds={() => ({})} /> },
  empty: { title: 'Nothing was written yet', show: () => <ThreadScene messages={[]} /> },
  usual: { title: 'Texts, a note, a reminder', show: () => <ThreadScene /> },
  'new-line': {
    title: 'The line above what came unseen, somebody writes',
    show: () => <ThreadScene holds={newLine} viewing="Dana is viewing" replying="Dana is writing a reply" />,
  },
  'new-below': {
    title: 'New messages below',
    show: () => (
      <ThreadScene
        messages={longThread}
        then={async ({ find }, { thread: actor }) => {
          // Waits for the whole log, because what renders later would shift it.
          const log = await find('[role=log]:not([aria-busy=true])')
          // The log goes back to its end when it renders more after the first scroll.
          while (actor.getSnapshot().context.atBottom) {
            log.scrollTop = log.scrollTop > log.scrollHeight / 2 ? log.scrollHeight / 2 : log.scrollHeight / 2 - 1
            await new Promise((resolve) => requestAnimationFrame(() => resolve(null)))
          }
          const events = [added(message({ message: 'One more' }), 101), added(message({ message: 'And another' }), 102)]
          actor.send({ type: 'live.events', epoch: EPOCH, to: 102, events })
        }}
      />
    ),
  },
  long: { title: 'A full page with more before it', show: () => <ThreadScene messages={longThread} /> },
  older: {
    title: 'Earlier messages on their way',
    show: () => <ThreadScene messages={longThread} value="loadingOlder" />,
  },
  rereading: { title: 'Reading again', show: () => <ThreadScene value="rereading" /> },
  deliveries: { title: 'Every word of delivery', show: () => <ThreadScene messages={everyDelivery} /> },
  pending: {
    title: 'Every message that is not sent yet',
    show: () => <ThreadScene messages={[]} written={() => ({ bubbles: pending })} />,
  },
  notes: {
    title: 'Notes',
    show: () => (
      <ThreadScene
        messages={[
          note('Please check the new card before Thursday. @Lena Kim', { mentions: ['usr_lena'] }),
          note('A note that a rule wrote.', { user: null, userName: null, automatic: true }),
        ]}
      />
    ),
  },
  odd: { title: 'Scripts, long words, links and 1,600 characters', show: () => <ThreadScene messages={oddThread} /> },
  files: {
    title: 'Pictures and files',
    show: () => <ThreadScene messages={withFiles} answers={{ blob: () => PICTURE }} />,
  },
  'files-loading': {
    title: 'Pictures on their way',
    show: () => <ThreadScene messages={withFiles} answers={{ blob: never }} />,
  },
  'files-failed': {
    title: 'Pictures that did not load',
    show: () => <ThreadScene messages={withFiles} answers={{ blob: () => refuse() }} />,
  },
  'file-viewer': {
    title: 'A picture, large',
    show: () => (
      <ThreadScene
        messages={withFiles}
        answers={{ blob: () => PICTURE }}
        then={async ({ find, press }) => {
          await press('[aria-label="Open insurance-card-front.png"]')
          await find('[role=dialog]')
        }}
      />
    ),
  },
  later: {
    title: 'Goes out later, and did not',
    show: () => <ThreadScene answers={{ scheduledMessages: () => ok(later) }} />,
  },
  held: {
    title: 'Held texts ask whether to send them',
    show: () => <ThreadScene answers={{ scheduledMessages: () => ok(heldTexts) }} />,
  },
  'held-unknown': {
    title: 'A held text of a number that is nobody’s',
    show: () => (
      <ThreadScene
        conversation={unknown}
        messages={[message({ message: unknown.lastMessage })]}
        answers={{ scheduledMessages: () => ok(heldTexts.slice(1)) }}
      />
    ),
  },
  'held-offline': {
    title: 'A held text can’t be decided offline',
    show: () => (
      <ThreadScene
        live={() => stillLive('away', false)}
        answers={{ scheduledMessages: () => ok(heldTexts.slice(1)) }}
      />
    ),
  },
  'later-failed': {
    title: 'What goes out later did not load',
    show: () => <ThreadScene answers={{ scheduledMessages: () => refuse() }} />,
  },
  'long-name': {
    title: 'A name of 300 characters',
    show: () => (
      <ThreadScene
        conversation={conversation({ ...rosalind, name: LONG_NAME, mrn: `204-${'8817-'.repeat(12)}` })}
        viewing="Maximiliane von und zu Hohenstein and 2 others are viewing"
      />
    ),
  },
  unknown: {
    title: 'A number that is nobody’s',
    show: () => <ThreadScene conversation={unknown} messages={[message({ message: unknown.lastMessage })]} />,
  },
  closed: {
    title: 'Closed',
    show: () => <ThreadScene conversation={conversation({ ...rosalind, status: 'resolved' })} />,
  },
})
