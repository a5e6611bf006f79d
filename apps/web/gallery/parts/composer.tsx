import type { CannedMessage } from '@foyer/contracts/inbox/canned-calls.ts'
import type { ComposerContext } from '../../src/features/inbox/composer/composer.machine.ts'
import type { Bubble } from '../../src/features/inbox/composer/composer.rules.ts'
import { withDraft, withFiles, withMode } from '../../src/features/inbox/composer/composer-model.rules.ts'
import { LaterDialog } from '../../src/features/inbox/composer/later-dialog.tsx'
import { usePhone } from '../../src/lib/use-phone.ts'
import { never, ok, refuse } from '../canned-api.ts'
import { blocked, optedOut } from '../fixtures/conversations.ts'
import { HUGE_TEXT, outbound, usualThread } from '../fixtures/messages.ts'
import { cedar, now, timezone } from '../fixtures/people.ts'
import { part } from '../gallery-entry.ts'
import { ComposerScene } from '../scenes/composer-scene.tsx'
import { Stage } from '../stage.tsx'
import type { Hand } from '../use-hand.ts'

type Written = (context: ComposerContext) => Partial<ComposerContext>

const SEEN = 1_000
const TWO_SEGMENTS =
  'Good morning Yolanda, Dr. Sorensen would like to see you this week about your results. She has Wednesday at 9:00 or Friday at 2:30. Which of these works for you? If neither does, call us.'

const text =
  (words: string): Written =>
  (context) =>
    withDraft(context, words, SEEN)

const noted =
  (words: string, named: ComposerContext['named'] = []): Written =>
  (context) => ({ ...withDraft(withMode(context, 'note', SEEN), words, SEEN), named })

const file = (name: string, type: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type })
const picked = [
  file('referral.pdf', 'application/pdf', 128_849),
  file(`${'a-long-name-'.repeat(9)}.docx`, 'application/zip', 64_000),
]

const bubble = (state: Bubble['state'], fields: Partial<Bubble> = {}): Bubble => ({
  key: state,
  text: 'They close at 8 tonight.',
  files: [],
  mentions: [],
  about: null,
  draftRevision: null,
  private: false,
  at: now.toISOString(),
  state,
  reason: null,
  seenVersion: null,
  after: 0,
  ...fields,
})

const canned = (title: string, message: string): CannedMessage => ({
  _id: title,
  organizationId: cedar._id,
  title,
  message,
})
const cannedMessages = [
  canned('Address', 'We are at {{address}}. Parking is behind the building.'),
  canned('Confirm visit', 'Hi {{firstName}}, your visit is on {{visitDate}} at {{visitTime}}. Reply YES to confirm.'),
  canned('Reschedule', 'No problem, {{firstName}}. When would suit you better?'),
  canned(`Results ${'and then some '.repeat(5)}`, 'Your results are in. Please call us.'),
]

export const composer = part('Composer', {
  empty: { title: 'Empty', show: () => <ComposerScene /> },
  text: { title: 'A text', show: () => <ComposerScene written={text('You are all set for 2:30 PM.')} /> },
  'two-segments': { title: 'Two segments', show: () => <ComposerScene written={text(TWO_SEGMENTS)} /> },
  emoji: { title: 'Emoji costs more', show: () => <ComposerScene written={text(`${TWO_SEGMENTS} 👩🏽‍⚕️`)} /> },
  longest: { title: '1,600 characters', show: () => <ComposerScene written={text(HUGE_TEXT)} /> },
  'too-long': { title: 'Too long', show: () => <ComposerScene written={text(`${HUGE_TEXT}${HUGE_TEXT}`)} /> },
  'right-to-left': {
    title: 'From right to left',
    show: () => <ComposerScene written={text('نعم، الخميس الساعة 9:30 مناسب.')} />,
  },
  note: {
    title: 'An internal note',
    show: () => (
      <ComposerScene
        written={noted('Please check the new card before Thursday. @Priya Raman', [
          { _id: 'usr_priya', name: 'Priya Raman' },
        ])}
      />
    ),
  },
  mentions: {
    title: 'Telling a colleague',
    show: () => (
      <ComposerScene
        written={noted('')}
        then={async ({ type, find }) => {
          await type('[data-composer]', 'Please ask @')
          await find('[role=option]')
        }}
      />
    ),
  },
  sending: {
    title: 'Sending',
    show: () => <ComposerScene value="sending" written={() => ({ bubbles: [bubble('sending')] })} />,
  },
  pausing: {
    title: 'Sending again in a moment',
    show: () => <ComposerScene value="pausing" written={() => ({ bubbles: [bubble('slow')] })} />,
  },
  offline: {
    title: 'Offline: what is written waits',
    show: () => (
      <ComposerScene
        value="holding"
        connection="offline"
        written={(context) => ({ ...text('They close at 8 tonight.')(context), bubbles: [bubble('waiting')] })}
      />
    ),
  },
  'offline-note': {
    title: 'Offline: a note',
    show: () => <ComposerScene connection="offline" written={noted('Filed under insurance.')} />,
  },
  'opted-out': { title: 'Opted out of texts', show: () => <ComposerScene conversation={optedOut} /> },
  blocked: { title: 'A blocked number', show: () => <ComposerScene conversation={blocked} /> },
  stale: {
    title: 'Someone wrote in between: asked once',
    show: () => (
      <ComposerScene
        written={() => ({
          bubbles: [bubble('stale')],
          question: { text: 'Rosalind wrote after you. Send anyway?', key: 'stale' },
        })}
      />
    ),
  },
  replied: {
    title: 'Someone replied first',
    show: () => (
      <ComposerScene
        messages={[
          ...usualThread,
          outbound('I will call her.', 'sent', { user: 'usr_dana', userName: 'Dana Whitfield', version: 2_000 }),
        ]}
        written={text('Yes, bring it')}
      />
    ),
  },
  gaps: {
    title: 'A placeholder is not filled in',
    show: () => (
      <ComposerScene
        written={text('Hi {{firstName}}, we are at {{address}}.')}
        then={async ({ find }) => {
          const box = await find('[data-composer]')
          box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))
          await find('[role=alert]')
        }}
      />
    ),
  },
  files: {
    title: 'Files to send',
    show: () => <ComposerScene written={(context) => withFiles(context, picked)} />,
  },
  'bad-file': {
    title: 'A file that was refused',
    show: () => (
      <ComposerScene
        written={(context) => ({
          ...withFiles(context, picked.slice(1)),
          badFile: picked[0]
            ? { file: picked[0], words: `${picked[0].name} was left out: it is not a kind that is taken.` }
            : null,
        })}
      />
    ),
  },
  canned: {
    title: 'Canned messages',
    show: () => (
      <ComposerScene
        answers={{ cannedMessages: () => ok(cannedMessages) }}
        then={async ({ type, find }) => {
          await type('[data-composer]', '/re')
          await find('[role=option]')
        }}
      />
    ),
  },
  'canned-button': {
    title: 'Canned messages by their button',
    show: () => (
      <ComposerScene
        answers={{ cannedMessages: () => ok(cannedMessages) }}
        then={async ({ press, find }) => {
          await press('button:has(.lucide-message-square-quote)')
          await find('[role=option]')
        }}
      />
    ),
  },
  'canned-loading': {
    title: 'Canned messages on their way',
    show: () => <ComposerScene answers={{ cannedMessages: never }} then={openList} />,
  },
  'canned-empty': {
    title: 'No canned messages yet',
    show: () => <ComposerScene then={openList} />,
  },
  'canned-failed': {
    title: 'Canned messages did not load',
    show: () => <ComposerScene answers={{ cannedMessages: () => refuse() }} then={openList} />,
  },
  'canned-manage': {
    title: 'Canned messages, to be changed',
    show: () => (
      <ComposerScene
        answers={{ cannedMessages: () => ok(cannedMessages) }}
        then={async ({ press, find }) => {
          await press('button:has(.lucide-message-square-quote)')
          await find('[role=option]')
          await press('section[aria-label="Canned messages"] footer button')
          await find('[role=dialog] li')
        }}
      />
    ),
  },
  'canned-wording': {
    title: 'A canned message that would opt patients out',
    show: () => (
      <ComposerScene
        answers={{ cannedMessages: () => ok(cannedMessages) }}
        then={async ({ type, press, find }) => {
          await press('button:has(.lucide-message-square-quote)')
          await find('[role=option]')
          await press('section[aria-label="Canned messages"] footer button')
          await find('[role=dialog] li')
          await press('[role=dialog] li button:has(.lucide-pencil)')
          await type('[role=dialog] [name=message]', 'Reply YES to book, STOP if you can’t come.')
          await find('[role=dialog] [aria-label=Wording]')
        }}
      />
    ),
  },
  'send-later': { title: 'Send later: day and time', show: () => <SendLater /> },
  'edit-later': {
    title: 'A text that goes out later, to be changed',
    show: () => <SendLater message="Please come fasting tomorrow." />,
  },
})

async function openList({ type, find }: Hand) {
  await type('[data-composer]', '/')
  await find('section[aria-label="Canned messages"]')
}

function SendLater({ message }: { message?: string }) {
  const phone = usePhone()
  return (
    <Stage>
      <LaterDialog
        title={message === undefined ? 'Send later' : 'Edit the text'}
        save={message === undefined ? 'Schedule text' : 'Save'}
        {...{ phone, timezone }}
        {...(message === undefined ? {} : { message })}
        sendAt={null}
        onSave={never}
        onClose={() => undefined}
      />
    </Stage>
  )
}
