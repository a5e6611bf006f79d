import { useState } from 'react'
import type { StateValueFrom } from 'xstate'
import { CallError } from '../../src/api/call-error.ts'
import type { newMessageMachine, Recipient } from '../../src/features/inbox/new-message/new-message.machine.ts'
import { NewMessage } from '../../src/features/inbox/new-message/new-message.tsx'
import { usePhone } from '../../src/lib/use-phone.ts'
import { Drawer } from '../../src/ui/drawer.tsx'
import { Sheet } from '../../src/ui/sheet.tsx'
import { type Answers, never, ok, refuse } from '../canned-api.ts'
import { startingMachine } from '../canned-machines.ts'
import { LONG_NAME } from '../fixtures/conversations.ts'
import { people } from '../fixtures/patients.ts'
import { cedar, me, now, timezone } from '../fixtures/people.ts'
import { part } from '../gallery-entry.ts'
import { Stage } from '../stage.tsx'
import { still } from '../still.ts'
import { type Hand, useHand } from '../use-hand.ts'

type State = StateValueFrom<typeof newMessageMachine>

interface NewMessageSceneProps {
  value?: State
  to?: Recipient
  leftFor?: Recipient
  text?: string
  files?: readonly File[]
  badFile?: { file: File; words: string }
  search?: string
  error?: unknown
  offline?: boolean
  answers?: Answers
  then?: (hand: Hand) => Promise<void>
}

function NewMessageScene({ value = 'writing', offline = false, answers, then, ...fields }: NewMessageSceneProps) {
  const phone = usePhone()
  const [actor] = useState(() =>
    still(startingMachine, { newId: () => 'key', timezone }, value, () => ({ error: null, ...fields })),
  )
  useHand(async (hand) => {
    await hand.find('[role=dialog]')
    await then?.(hand)
  })
  const Overlay = phone ? Sheet : Drawer
  return (
    <Stage {...(answers ? { answers } : {})}>
      <Overlay open onClose={() => undefined} title="New message">
        <NewMessage
          {...{ actor, offline, phone, now, timezone }}
          staff={me.name}
          organizationId={cedar._id}
          onSent={() => undefined}
        />
      </Overlay>
    </Stage>
  )
}

const to = { patientId: 'pat_1', name: 'Rosalind Carver', phoneNumber: '+15125550142' }
const found = { searchUsers: () => ok(people) }

const visit = { startsAt: '2026-11-26T15:30:00.000Z', doctorName: 'Dr. Amara Okafor', location: 'Northgate' }
const files = [
  new File([new Uint8Array(128_849)], 'plan.pdf', { type: 'application/pdf' }),
  new File([new Uint8Array(64_000)], 'card.pdf', { type: 'application/pdf' }),
]
const canned = [
  {
    _id: 'k1',
    organizationId: cedar._id,
    title: 'Confirm visit',
    message: 'Hi {{firstName}}, your visit is on {{visitDate}}.',
  },
]

async function look({ find }: Hand) {
  const box = await find('[role=combobox]')
  box.focus()
  await find('[role=listbox]')
}

export const newMessage = part('New message', {
  empty: { title: 'Nothing chosen', show: () => <NewMessageScene /> },
  searching: { title: 'Searching', show: () => <NewMessageScene search="ade" answers={{ searchUsers: never }} /> },
  found: { title: 'Found', show: () => <NewMessageScene search="ade" answers={found} then={look} /> },
  nobody: {
    title: 'Nobody found',
    show: () => <NewMessageScene search="zzz" answers={{ searchUsers: () => ok([]) }} />,
  },
  failed: {
    title: 'The search failed',
    show: () => <NewMessageScene search="ade" answers={{ searchUsers: () => refuse() }} />,
  },
  aside: { title: 'The text is set aside', show: () => <NewMessageScene leftFor={to} /> },
  ready: { title: 'Ready to send', show: () => <NewMessageScene to={to} text="Your refill is ready." /> },
  files: {
    title: 'With files, one of them refused',
    show: () => (
      <NewMessageScene
        {...{ to, files }}
        text="Your plan and your card."
        badFile={{ file: new File([], 'run.exe'), words: 'run.exe was left out: it is not a file that can be texted' }}
      />
    ),
  },
  canned: {
    title: 'Canned messages',
    show: () => (
      <NewMessageScene
        {...{ to }}
        answers={{ cannedMessages: () => ok(canned) }}
        then={async ({ press }) => press('[aria-label="Canned messages"]')}
      />
    ),
  },
  insert: {
    title: 'Insert what is known',
    show: () => <NewMessageScene to={{ ...to, visit }} then={async ({ press }) => press('[aria-label="Insert"]')} />,
  },
  'insert-unknown': {
    title: 'Insert: nothing is known',
    show: () => (
      <NewMessageScene
        to={{ patientId: null, name: null, phoneNumber: '+15125550190' }}
        then={async ({ press }) => press('[aria-label="Insert"]')}
      />
    ),
  },
  later: {
    title: 'Send later',
    show: () => (
      <NewMessageScene
        to={{ ...to, visit }}
        text="See you soon."
        then={async ({ press }) => press('[aria-label="Send later"]')}
      />
    ),
  },
  'long-name': {
    title: 'To a name of 300 characters',
    show: () => <NewMessageScene to={{ ...to, name: LONG_NAME }} />,
  },
  sending: { title: 'Sending', show: () => <NewMessageScene value="sending" to={to} text="Your refill is ready." /> },
  refused: {
    title: 'Refused',
    show: () => (
      <NewMessageScene
        to={to}
        text="Your refill is ready."
        error={new CallError(undefined, 409, { reason: 'opted_out' })}
      />
    ),
  },
  offline: { title: 'Offline', show: () => <NewMessageScene to={to} text="Your refill is ready." offline /> },
})
