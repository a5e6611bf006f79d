import { ok, refuse } from '../canned-api.ts'
import { conversation, rosalind, unknown } from '../fixtures/conversations.ts'
import { message } from '../fixtures/messages.ts'
import { patients } from '../fixtures/patients.ts'
import { part } from '../gallery-entry.ts'
import { ThreadScene } from '../scenes/thread-scene.tsx'

const hello = [message({ message: unknown.lastMessage })]

/** Notices about a whole conversation, above its messages. */
export const notices = part('Notices above a thread', {
  'asked-to-stop': {
    title: 'Asked not to be texted',
    show: () => <ThreadScene conversation={conversation({ ...rosalind, askedToStop: true })} />,
  },
  'one-patient': {
    title: 'The number is one patient’s',
    show: () => (
      <ThreadScene
        conversation={unknown}
        messages={hello}
        answers={{ patientsWithSameNumber: () => ok(patients.slice(0, 1)) }}
      />
    ),
  },
  'few-patients': {
    title: 'The number is three patients’',
    show: () => (
      <ThreadScene
        conversation={unknown}
        messages={hello}
        answers={{ patientsWithSameNumber: () => ok(patients.slice(0, 3)) }}
      />
    ),
  },
  'many-patients': {
    title: 'The number is many patients’',
    show: () => (
      <ThreadScene
        conversation={unknown}
        messages={hello}
        answers={{ patientsWithSameNumber: () => ok([...patients]) }}
      />
    ),
  },
  'not-known': {
    title: 'Whose number it is did not load',
    show: () => (
      <ThreadScene conversation={unknown} messages={hello} answers={{ patientsWithSameNumber: () => refuse() }} />
    ),
  },
  snoozed: {
    title: 'Snoozed',
    show: () => <ThreadScene conversation={conversation({ ...rosalind, snoozedUntil: '2026-11-20T14:00:00.000Z' })} />,
  },
  all: {
    title: 'Several at once',
    show: () => (
      <ThreadScene
        conversation={conversation({ ...unknown, askedToStop: true, snoozedUntil: '2026-11-20T14:00:00.000Z' })}
        messages={hello}
        answers={{ patientsWithSameNumber: () => ok(patients.slice(0, 2)) }}
      />
    ),
  },
})
