import { type Mail, mailStatuses } from '@foyer/contracts/main/notification.ts'
import { MailReader } from '../../src/features/inbox/panel/mail-reader.tsx'
import { type Answers, never, ok, refuse } from '../canned-api.ts'
import { LONG_NAME, rosalind } from '../fixtures/conversations.ts'
import { cedar, lena, now, timezone } from '../fixtures/people.ts'
import { type Entry, part } from '../gallery-entry.ts'
import { DialogScene } from '../scenes/dialog-scene.tsx'
import { Stage } from '../stage.tsx'
import type { Hand } from '../use-hand.ts'

const DIALOG = '[role=dialog]'

async function send({ find, press }: Hand, until: string) {
  await press(`${DIALOG} [type=submit]`)
  await find(`${DIALOG} ${until}`)
}

async function write({ type }: Hand) {
  await type(`${DIALOG} input`, 'Your visit on Thursday')
  await type(`${DIALOG} textarea`, 'Dear Rosalind,\n\nplease bring your new insurance card.')
}

function Reader({ answers }: { answers: Answers }) {
  return (
    <Stage answers={answers}>
      <MailReader organizationId={cedar._id} mailId="mail_1" onClose={() => undefined} {...{ now, timezone }} />
    </Stage>
  )
}

const sent: Mail = {
  _id: 'mail_1',
  email: 'rosalind.carver@patients.test',
  mailSubject: 'Your visit on Thursday',
  mailContent: `Dear Rosalind,\n\nplease bring your new insurance card. ${'https://example.org/a-very-long-path'.repeat(4)}\n\nLena`,
  status: 'sent',
  failureReason: null,
  userName: lena.name,
  createdAt: '2026-11-19T14:16:00.000Z',
}

/** One e-mail per outcome. */
const read = Object.fromEntries(
  mailStatuses.map((status): [string, Entry] => [
    `read-${status}`,
    {
      title: `An e-mail: ${status}`,
      show: () => (
        <Reader
          answers={{
            mail: () => ok({ ...sent, status, failureReason: status === 'failed' ? 'There is no such mailbox' : null }),
          }}
        />
      ),
    },
  ]),
) as Record<`read-${Mail['status']}`, Entry>

export const mails = part('E-mails', {
  empty: { title: 'Write', show: () => <DialogScene dialog="mail" conversation={rosalind} /> },
  missing: {
    title: 'Write: nothing typed',
    show: () => <DialogScene dialog="mail" conversation={rosalind} then={(hand) => send(hand, '[aria-invalid]')} />,
  },
  sending: {
    title: 'Write: being sent',
    show: () => (
      <DialogScene
        dialog="mail"
        conversation={rosalind}
        answers={{ sendNotification: never }}
        then={async (hand) => {
          await write(hand)
          await send(hand, '[aria-busy=true]')
        }}
      />
    ),
  },
  refused: {
    title: 'Write: refused',
    show: () => (
      <DialogScene
        dialog="mail"
        conversation={rosalind}
        answers={{ sendNotification: () => refuse(429, 'rate_limited') }}
        then={async (hand) => {
          await write(hand)
          await send(hand, '[role=alert]')
        }}
      />
    ),
  },
  offline: { title: 'Write: offline', show: () => <DialogScene dialog="mail" conversation={rosalind} offline /> },
  'no-address': {
    title: 'Write: no address',
    show: () => <DialogScene dialog="mail" conversation={{ ...rosalind, email: null, name: LONG_NAME }} />,
  },
  ...read,
  'read-loading': { title: 'An e-mail on its way', show: () => <Reader answers={{ mail: never }} /> },
  'read-not-loaded': { title: 'An e-mail did not load', show: () => <Reader answers={{ mail: () => refuse() }} /> },
})
