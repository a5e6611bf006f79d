import { ok, refuse } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import { run } from '../fixtures/automations.ts'
import { conversation, rosalind, unknown } from '../fixtures/conversations.ts'
import { message } from '../fixtures/messages.ts'
import { patients } from '../fixtures/patients.ts'
import { part } from '../gallery-entry.ts'
import { ThreadScene } from '../scenes/thread-scene.tsx'

/** The automations that wait in the conversation. */
const waits = (...names: readonly string[]) => ({
  automationRuns: () =>
    ok(names.map((name, place) => ({ ...run, _id: `run_${place}`, name, conversationId: rosalind.id }))),
})
const confirm = waits(run.name)
const many = waits(run.name, `Recall ${'after a long, long while '.repeat(4)}`, 'Missed visit', 'Refill requests')
const strip = '[aria-label="Waiting automations"]'

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
  waiting: {
    title: 'An automation waits, above the composer',
    show: () => <ThreadScene answers={confirm} then={({ find }) => find(strip).then()} />,
  },
  'waiting-many': {
    title: 'Many automations wait',
    show: () => <ThreadScene answers={many} then={({ find }) => find(strip).then()} />,
  },
  'waiting-all': {
    title: 'Many automations wait, all shown',
    show: () => (
      <ThreadScene
        answers={many}
        then={async ({ press, find }) => {
          await press(`${strip} [aria-expanded=false]`)
          await find(`${strip} [aria-expanded=true]`)
        }}
      />
    ),
  },
  'waiting-offline': {
    title: 'A waiting automation can’t be stopped offline',
    show: () => <ThreadScene live={() => stillLive('away', false)} answers={confirm} />,
  },
  'waiting-failed': {
    title: 'The waiting automations did not load',
    show: () => <ThreadScene answers={{ automationRuns: () => refuse() }} />,
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
