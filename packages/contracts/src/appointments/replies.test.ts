import { expect, test } from 'vitest'
import { type AskedVisit, interpretReply } from './replies.rules.ts'

const day = { date: '2026-11-26', weekday: 'thursday', daysAway: 2 } as const
const asked: AskedVisit[] = [
  { ...{ appointmentId: 'r', patientId: 'rosalind', firstName: 'Rosalind', gender: 'female', time: '09:30' }, ...day },
  { ...{ appointmentId: 'e', patientId: 'elias', firstName: 'Elias', gender: 'male', time: '10:00' }, ...day },
]
const members = asked.map(({ patientId: id, firstName }) => ({ id, firstName }))

/** "r:confirm e:reschedule", with "all" where both have the same; a plain confirmation ends with "!". */
function read(text: string, visits = asked, patientId: string | null = 'rosalind'): string {
  const { verdicts, isPlainConfirmation } = interpretReply(text, visits, { patientId, members })
  const [first] = verdicts
  const isAll = verdicts.length === visits.length && verdicts.every(({ as }) => as === first?.as)
  const said = isAll ? `all:${first?.as}` : verdicts.map(({ appointmentId, as }) => `${appointmentId}:${as}`).join(' ')
  return `${said || 'nothing'}${isPlainConfirmation ? '!' : ''}`
}

const CONFIRMS = `
C | c | c. | C! | "C" | C C | Y | y | Yes | YES! | yes. | Yes!! | yess | Yep | yeah | Yup | ya | Ok | OK. | okay | K | k thx | Sure | sure thing
Confirm | Confirmed | CONFIRM. | I confirm | I confirm both | Confirmed! | Yes confirmed | confirm please | Yes, confirm | We confirm
ok see you then | See you then | See you there! | see u then | See you Thursday | see you soon
I'll be there | I will be there | We'll be there | We will be there! | Yes, I'll be there | Ok I’ll be there | be there | Will be there
Will do | Yes, will do | sounds good | Sounds great, thanks | That works | That works for us | perfect | Great | Great, thank you!
Got it | Noted, thanks | No problem | No problem, see you then | Yes ma'am | Absolutely | Of course | Definitely | Correct | Yes, that's correct
yes, we can make it. thank you | I can make it | Yes I can come | Yes thank you | Yes. Thank you so much 😊 | Thanks! Yes | Ok thanks | Ok, thank you!
👍 | 👍🏽 | 👍👍 | ✅ | 👌 | yes 👍 | 👍 thanks | Ok 🙏
Sí | si | Sí, confirmo | Si, gracias | Si señora gracias confirmo | Confirmo | confirmado | Claro | claro que sí | vale | De acuerdo | Perfecto, gracias
Ahí estaré | ahi estaremos | Nos vemos | nos vemos ahí | Ok gracias, ahi estaremos | si los dos | Sí, ambos | asistiremos | Listo
yes both | Yes to both | both yes | Confirm both | C for both Rosalind and Elias | yes for Rosalind and Elias | Rosalind and Elias will be there
Yes we will both be there, thanks | Yes for both appointments | It is good | is good | Thursday is fine | Yes that is the right time | We are confirmed | We are good for Thursday
I'm good with that | I'm good to go | will come | can make it | Can confirm | would be great | That works, have a good day | Yes I will I confirm | está bien | Yes we are
Elias and Rosalind will both be there | Yes I confirm for Thursday | I’ll be there Thursday morning | Elias and me yes
`

const ASKS_ANOTHER_TIME = `
R | r | R. | r please | Reschedule | reschedule please | Please reschedule | need another time | I need to change my appointment | another day please
can't make it | I can't make it | Cant make it sorry | can't come | I cannot come | I won't be able to make it | We can't make it that day | not coming | No I will not be there
I confirm I can't come | yes but can we do 3pm instead | Can I come at 11? | Could we move it to Friday | can we do friday | How about Monday? | What about next week
no puedo ir | No puedo | No podemos ir | no podré ir | cambiar por favor | necesito otra hora | otro día por favor | reagendar | prefiero el viernes
I will be out of town, need a different date | need to reschedule both | unable to attend | that time doesnt work | We have to skip this one
`

const IS_UNCLEAR = `
yes? | C? | Is it confirmed? | Did I confirm? | who is this | Who is this? | not sure yet | Not sure | maybe | Maybe yes | probably | I think so | i think yes
I'll try | will let you know | Let you know tomorrow | depends on work | I hope so | if the rain stops yes | yes if I get a ride | idk | no idea
what time is it | What time? | When is it | where is it | Which doctor? | how long does it take | do i need to fast | Yes, do I need to fast? | Confirm. Do I need to fast?
no | No. | nope | N | no thanks | no gracias | 👎 | ❌ | 🤔 | ok 🤔 | wrong number | Wrong number sorry | not me
ok 3pm | see you friday | See you tomorrow | yes for Monday | Yes at 4 | Yes, and please refill my meds | yes i have a question | ok but the office is closed
Is my appointment confirmed | Are we confirmed for Thursday at 9:30 | Are we good | is everything ok | is tomorrow ok | is 9:30 good | Is Thursday ok
can I confirm | can I be there at 9 | Can you confirm | could you confirm please | will you be there | Will the doctor be there | should I confirm | may i come Thursday
do we confirm | Does it work | Have you confirmed | Has my visit been confirmed | was it confirmed | Were we confirmed | would Thursday work | Do you have my appointment
Hi, are we good | ok is my visit confirmed | Yes, are we confirmed | Good morning is everything confirmed | Thank you are we all set | so are we good for Thursday
is Elias confirmed | Are Rosalind and Elias confirmed | Will Elias be there | we are confirmed right | Thursday at 9:30 correct | la cita es el jueves verdad
esta confirmada mi cita | Está confirmada la cita | está todo bien | es la cita el jueves | son las dos citas | puedo confirmar | podría confirmar | Hola esta confirmada mi cita
I'm good thanks | im good | I am good, thank you | We're good thanks | I'm good for now | I'm all set, thanks | I'm fine thank you
Cant wait! | please call me | I moved to Ohio | My insurance changed | quizás | tal vez | no sé | creo que sí | ¿a qué hora? | ¿Quién es? | que | puede ser
`

const RUNS_LATE =
  'running 10 min late | Running late | I will be 10 minutes late | ok but I may be late | voy tarde | llego tarde | stuck in traffic | C, running 5 min late'
const ASKS_TO_CANCEL =
  'please cancel | Please cancel my appointment | Cancel both | I want to cancel | cancelar por favor | yes cancel it | cancela la cita'

const lines = (table: string) =>
  table
    .split(/[|\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

test.each(lines(CONFIRMS))('interpretReply confirms both visits when the patient writes %j', (text) => {
  expect(read(text)).toBe('all:confirm!')
})
test.each(lines(ASKS_ANOTHER_TIME))(
  'interpretReply asks to reschedule both visits when the patient writes %j',
  (text) => {
    expect(read(text)).toBe('all:reschedule')
  },
)
test.each(lines(IS_UNCLEAR))('interpretReply leaves the decision to a person when the patient writes %j', (text) => {
  const { verdicts } = interpretReply(text, asked, { patientId: 'rosalind', members })
  expect(new Set(verdicts.map(({ as }) => as))).toEqual(new Set(['unclear']))
})
test.each(lines(RUNS_LATE))('interpretReply says late and confirms nothing when the patient writes %j', (text) => {
  expect(read(text)).toBe('all:late')
})
test.each(lines(ASKS_TO_CANCEL))('interpretReply asks a person to cancel when the patient writes %j', (text) => {
  expect(read(text)).toBe('all:cancelAsked')
})

test.each([
  ["Rosalind yes, Elias can't", 'r:confirm e:reschedule'],
  ['yes for Rosalind but not Elias', 'r:confirm e:reschedule'],
  ["yes for me, but Elias can't", 'r:confirm e:reschedule'],
  ['Yes for Rosalind, no for Elias', 'r:confirm e:reschedule'],
  ['Rosalind: C, Elias: R', 'r:confirm e:reschedule'],
  ['Elias no', 'e:reschedule'],
  ['not Elias', 'e:reschedule'],
  ['Elias yes', 'e:confirm!'],
  ["Elias' visit yes", 'e:confirm!'],
  ['Yes for me', 'r:confirm!'],
  ['works for me', 'r:confirm!'],
  ["please cancel Elias's visit", 'e:cancelAsked'],
  ["Rosalind yes. Please cancel Elias's visit", 'r:confirm e:cancelAsked'],
  ['Hello, this is Rosalind, I confirm', 'r:confirm!'],
  ['Hi, this is Elias. Yes', 'e:confirm!'],
  ['Rosalind yes, Elias maybe', 'r:confirm e:unclear'],
  ['Rosalind sí y Elias no puede', 'r:confirm e:reschedule'],
  ['Rosalind sí pero Elias no', 'r:confirm e:reschedule'],
  ['CANCEL', 'all:saidCancel'],
  ['cancel.', 'all:saidCancel'],
])('interpretReply tells the visits of a family apart when the patient writes %j', (text, verdicts) => {
  expect(read(text)).toBe(verdicts)
})

test.each(['Thanks', 'thank you!', 'Gracias', '🙏', 'Have a nice day', 'Have a great weekend!', 'Good morning'])(
  'interpretReply says nothing when the patient only writes %j',
  (text) => {
    expect(read(text)).toBe('nothing')
  },
)

test('interpretReply reads a first name that is also a verb as a verb where one follows', () => {
  const will = [{ ...asked[0]!, appointmentId: 'w', patientId: 'will', firstName: 'Will' }, asked[1]!]
  expect(read('will be there', will)).toBe('all:confirm!')
  expect(read('Will yes, Elias no', will, null)).toBe('w:confirm e:reschedule')
  expect(read('Will you be there', will)).toBe('all:unclear')
})

test('interpretReply says nothing when no visit was asked about', () => {
  expect(interpretReply('C', [], { patientId: 'rosalind', members })).toEqual({
    verdicts: [],
    isPlainConfirmation: false,
  })
})

test('interpretReply lets no doubt beside a yes confirm, in whichever order the clauses stand', () => {
  const doubts = ['maybe', 'not sure', 'can we do 3pm', 'no puedo', 'who is this', 'I need another time', 'is it at 9?']
  for (const doubt of doubts)
    for (const yes of ['Yes', 'C', 'Confirmed', 'ok see you then', 'Sí'])
      for (const text of [`${yes}, ${doubt}`, `${doubt}. ${yes}`, `${yes} but ${doubt}`, `${yes}\n${doubt}`]) {
        const kinds = interpretReply(text, asked, { patientId: 'rosalind', members }).verdicts.map(({ as }) => as)
        expect(kinds, text).not.toContain('confirm')
        expect(kinds.length, text).toBeGreaterThan(0)
      }
})
