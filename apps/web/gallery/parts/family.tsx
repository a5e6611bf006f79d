import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { HouseholdMember } from '@foyer/contracts/patients/chart-calls.ts'
import { type Answers, ok, refuse } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import { conversation, LONG_NAME, rosalind, unknown } from '../fixtures/conversations.ts'
import { message, note, outbound } from '../fixtures/messages.ts'
import { patients } from '../fixtures/patients.ts'
import { doctors, openTimes, visits } from '../fixtures/visits.ts'
import { part } from '../gallery-entry.ts'
import { ComposerScene } from '../scenes/composer-scene.tsx'
import { DialogScene } from '../scenes/dialog-scene.tsx'
import { ThreadScene } from '../scenes/thread-scene.tsx'
import type { Hand } from '../use-hand.ts'

const member = (_id: string, name: string, birthdate: string): HouseholdMember => ({ _id, name, birthdate, mrn: null })
const mother = member(rosalind.patientId ?? '', 'Rosalind Carver', '1968-03-14')
const elias = member('pat_elias', 'Elias Carver', '2013-05-21')
const ava = member('pat_ava', 'Ava Carver', '2016-11-02')
const family = [ava, elias, mother]

const asked = outbound('Rosalind has a visit on Fri, Nov 20 at 9:30, and Elias at 10:00. Reply C or R.', 'delivered', {
  ...{ user: null, userName: null, automatic: true, origin: 'reminder' },
})
const question = message({ message: 'Is it confirmed?' })
const late = message({ message: `Not sure yet, ${'it depends on the bus and on school, '.repeat(6)}` })
const yes = message({ message: 'Yes for Rosalind, but Elias needs another time' })
const aboutElias = message({ message: 'Elias has a fever', patientId: elias._id })
const answer = outbound('Then please bring Elias at 10.', 'delivered', { patientId: elias._id })
const aside = note('Elias is allergic to penicillin.', { patientId: elias._id })
const newest = message({ message: 'We also need the forms for school.' })

type Kind = NonNullable<Appointment['reply']>['kind']

function visit(of: HouseholdMember, kind: Kind | null, { _id: messageId }: Message, facts: Partial<Appointment> = {}) {
  const [example] = visits
  if (!example) throw new Error('There is no example of a visit')
  const at = '2026-11-19T15:14:00.000Z'
  const whose = { patientId: of._id, patientName: of.name, phoneNumber: rosalind.phoneNumber }
  const when = { appointmentDate: '2026-11-20', startTime: '09:30', startsAt: '2026-11-20T15:30:00.000Z' }
  const reply = kind === null ? null : { kind, at, messageId }
  return {
    ...example,
    ...whose,
    ...when,
    appointmentStatus: 'scheduled' as const,
    reply,
    ...facts,
    _id: `${of._id} ${kind}`,
  }
}

const ten = { startTime: '10:00', startsAt: '2026-11-20T16:00:00.000Z', providerName: 'Dr. Nils Sorensen' }

/** The server knows these who share the number, with these visits. */
const known = (members: readonly HouseholdMember[], ...all: readonly Appointment[]): Answers => ({
  patientHousehold: () => ok({ phoneNumber: rosalind.phoneNumber, members: [...members], conversationId: rosalind.id }),
  patientVisits: ({ params }) => ok(all.filter(({ patientId }) => patientId === params?.id)),
})

const unclearAlone = known([mother], visit(mother, 'unclear', question))
const unclearBoth = known(family, visit(mother, 'unclear', late), visit(elias, 'unclear', late, ten))
const marked = known(
  family,
  visit(mother, 'confirm', yes),
  visit(elias, 'reschedule', yes, ten),
  visit(ava, 'late', aboutElias, { ...ten, appointmentDate: '2026-12-04' }),
  visit(mother, 'cancelAsked', question),
  visit(elias, 'saidCancel', late),
)
const thread = [asked, question, late, yes, aboutElias, answer, aside, newest]
const strip = '[aria-label="Unclear reply"]'

const lane =
  (place: number) =>
  async ({ press, find }: Hand) => {
    const tab = `[role=tablist][aria-label="Whose messages"] > :nth-child(${place})`
    await press(tab)
    await find(`${tab}[aria-selected=true]`)
  }

const openFiled = async ({ press, find }: Hand) => {
  await press('[aria-label="Filed: Elias"]')
  await find('[role=menu]')
}

export const familyPart = part('Families and replies', {
  unclear: {
    title: 'A reply that is not clear',
    show: () => (
      <ThreadScene messages={[asked, question]} answers={unclearAlone} then={({ find }) => find(strip).then()} />
    ),
  },
  'unclear-family': {
    title: 'A long reply about two visits',
    show: () => <ThreadScene messages={[asked, late]} answers={unclearBoth} then={({ find }) => find(strip).then()} />,
  },
  'unclear-offline': {
    title: 'A reply can’t be decided offline',
    show: () => (
      <ThreadScene live={() => stillLive('away', false)} messages={[asked, question]} answers={unclearAlone} />
    ),
  },
  'unclear-unloaded': {
    title: 'The words of the reply are not loaded',
    show: () => <ThreadScene messages={[asked]} answers={unclearAlone} then={({ find }) => find(strip).then()} />,
  },
  failed: {
    title: 'The family did not load',
    show: () => <ThreadScene answers={{ patientHousehold: () => refuse() }} />,
  },
  lanes: {
    title: 'A family, and every mark of a reply',
    show: () => <ThreadScene messages={thread} answers={marked} />,
  },
  'lane-one': {
    title: 'The lane of one, with newer messages in All',
    show: () => <ThreadScene messages={thread} answers={marked} then={lane(3)} />,
  },
  'lane-empty': {
    title: 'A lane without a message',
    show: () => <ThreadScene messages={thread} answers={marked} then={lane(4)} />,
  },
  'lanes-many': {
    title: 'Many on one number, of long and equal names',
    show: () => (
      <ThreadScene
        messages={thread}
        answers={known([
          ...family,
          member('pat_long', LONG_NAME, '1999-01-01'),
          ...Array.from({ length: 8 }, (_, place) => member(`pat_m${place}`, 'Mary Carver', `19${60 + place}-02-03`)),
        ])}
      />
    ),
  },
  'lanes-nobody': {
    title: 'A number of several patients that is nobody’s yet',
    show: () => (
      <ThreadScene
        conversation={unknown}
        messages={[message({ message: unknown.lastMessage })]}
        answers={{
          patientsWithSameNumber: () => ok(patients.slice(0, 2)),
          patientHousehold: () =>
            ok({ phoneNumber: unknown.phoneNumber, members: patients.slice(0, 2), conversationId: unknown.id }),
        }}
      />
    ),
  },
  filing: {
    title: 'A message is filed under another one',
    show: () => <ThreadScene messages={thread} answers={marked} then={openFiled} />,
  },
  about: {
    title: 'Composer: whom the text is about',
    show: () => <ComposerScene members={family} written={() => ({ about: elias._id })} />,
  },
  'about-long': {
    title: 'Composer: about a patient of a long name',
    show: () => (
      <ComposerScene
        members={[mother, member('pat_long', LONG_NAME, '1999-01-01')]}
        written={() => ({ about: 'pat_long' })}
      />
    ),
  },
  'about-later': {
    title: 'Composer: a text about one goes out at once',
    show: () => (
      <ComposerScene
        members={family}
        written={() => ({ about: elias._id, drafts: { text: 'See you at 10.', note: '' } })}
        then={async ({ press, find }) => {
          if (matchMedia('(width < 768px)').matches) return
          await press('[aria-label="Send later"]')
          await find('[role=menu]')
        }}
      />
    ),
  },
  move: {
    title: 'The next visit gets another time',
    show: () => (
      <DialogScene
        dialog="move"
        conversation={conversation({
          ...rosalind,
          appointment: rosalind.appointment && { ...rosalind.appointment, doctorId: 'doc_okafor' },
        })}
        answers={{ doctors: () => ok([...doctors]), openTimes: () => ok([...openTimes]) }}
        then={({ find }) => find('[role=dialog] form').then()}
      />
    ),
  },
})
