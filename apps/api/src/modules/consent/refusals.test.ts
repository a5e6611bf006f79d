import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { asksToStop } from './refusals.rules.ts'

describe('asksToStop is true for', () => {
  test.each([
    "please don't text me anymore",
    'Please don’t text me any more.',
    'DONT TEXT ME',
    'do not text me again!!',
    'Do not contact me',
    'dont message me pls',
    'Never text me again',
    'quit texting me',
    'Quit sending me these messages',
    'stop texting',
    'Stop texting me!!!',
    'PLEASE STOP SENDING ME TEXTS',
    'stop with the texts',
    'stop all messages',
    'Stop messaging this number',
    'Stop contacting me.',
    'stop the automated messages please',
    'wrong number, stop messaging',
    'Wrong number. Stop texting me',
    'Wrong number pls stop',
    'who is this? stop texting me',
    'take me off your list',
    'Take me off this list please',
    'please remove my number from your system',
    'Remove me',
    'remove me please',
    'Please remove me from your text list',
    'remove me from this list',
    'delete my number',
    'lose my number',
    'no more texts',
    'No more messages please!',
    'No more of these texts',
    'I do not want to receive text messages',
    "I don't want any more texts",
    "I don't wish to get these messages anymore",
    "don't want your messages",
    "Don't send me any more messages",
    'unsubscribe me',
    'Please unsubscribe',
    'I want to unsubscribe',
    'I would like to opt out',
    "I'd like to opt out of these texts",
    'opt me out',
    'please opt out',
    'I revoke my consent',
    'leave me alone',
    'stop it',
    'please stop',
    'Stop please',
    'STOP STOP STOP',
    'I said stop',
    'Can you stop please',
    'I asked you to stop',
    'I told you guys to stop',
    'Stop\nSent from my iPhone',
    'STOP\n\nGet Outlook for Android',
    // Spanish
    'no me manden más mensajes',
    'No me manden mas mensajes por favor',
    'ya no me escriban',
    'Ya no me escriba',
    'no me envíen más mensajes',
    'No me mande nada más',
    'dejen de mandarme mensajes',
    'deje de escribirme',
    'DEJEN DE MOLESTARME',
    'no quiero recibir mensajes',
    'No quiero más mensajes',
    'ya no quiero recibir sus textos',
    'no más mensajes',
    'No mas textos por favor',
    'quítenme de su lista',
    'Sáqueme de la lista por favor',
    'bórrenme',
    'borren mi número',
    'quiero darme de baja',
    'Denme de baja por favor',
    'baja',
    'Baja por favor',
    'alto',
    'parar',
    'número equivocado, ya no me escriban',
    'no me vuelvan a escribir',
  ])('%j', (text) => {
    expect(asksToStop(text)).toBe(true)
  })
})

describe('asksToStop is false for', () => {
  test.each([
    '',
    '👍',
    'Can I stop by at 3?',
    'Should I stop the medication?',
    'I need to stop taking the pills',
    'When do I stop the antibiotics',
    'stop by the pharmacy',
    'The bleeding will not stop',
    'It won’t stop hurting',
    'I quit smoking',
    'I want to cancel my appointment',
    'Please cancel my 9:00',
    'please remove me from the waitlist',
    'Take me off the waiting list',
    'Can you remove my stitches?',
    'remove my old insurance card',
    'Delete my old address please',
    "I didn't get your text",
    "I don't get your messages",
    'I am not getting your text messages',
    "I don't have a text from you",
    'Why did the texts stop?',
    'Did you stop sending reminders?',
    "Don't forget to send me the results",
    "Don't send the prescription to CVS",
    'do not send me to voicemail',
    "I don't want to be late",
    "I don't want the flu shot",
    'I want to opt out of the flu shot',
    'no more pain, thank you',
    'No more appointments this week?',
    'text me when he is ready',
    'You can text me anytime',
    'Please text me the address',
    'never mind',
    'Wrong number?',
    'Is this still the right number for Dr. Lee',
    'Liked “Reply STOP to opt out”',
    'To stop texts reply STOP',
    'What happens if I text STOP',
    'no me manden la receta a CVS',
    'No me siento bien',
    'Tengo la presión baja',
    'me dieron de baja en el trabajo',
    'Planta baja o alta?',
    'no quiero la vacuna',
    'Ya no quiero la cita',
    '¿Me pueden mandar un mensaje mañana?',
    'no me ha llegado el mensaje',
    'para mañana por favor',
    'quiero cancelar la cita',
    'alto riesgo?',
  ])('%j', (text) => {
    expect(asksToStop(text)).toBe(false)
  })
})

describe('asksToStop on real texts', () => {
  const lines = readFileSync(`${import.meta.dirname}/../../../../../tests/data/messages/real-texts.tsv`, 'utf8')
  const texts = lines
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))

  /** Two texts about stopping; the first one is a real request. */
  const MEANT = [/^Any chance you might have had with me .* do not contact me again/, /T&Cs\/stop SMS/]

  test.each(['ham', 'spam', 'patient', 'clinic'])('is false for all texts labelled %s', (kind) => {
    const own = texts.filter(([label]) => label === kind).map(([, text = '']) => text)
    const wrong = own.filter((text) => asksToStop(text) && !MEANT.some((meant) => meant.test(text)))
    expect(own.length).toBeGreaterThan(200)
    expect({ rate: wrong.length / own.length, wrong }).toEqual({ rate: 0, wrong: [] })
  })
})

test('asksToStop is fast for hostile texts', () => {
  const hostile = [
    'dont want to ',
    'stop the ',
    'no more of ',
    'please ',
    'i want to ',
    'ya no me ',
    '\u0301',
    '🛑',
    '\ufdfa',
    'a',
    '\n',
  ]
  const started = performance.now()
  for (const word of hostile) for (const end of ['', 'x', 'texts'] as const) asksToStop(word.repeat(4000) + end)
  // Thirty texts of up to fifty thousand characters; a backtracking pattern would take minutes.
  expect(performance.now() - started).toBeLessThan(30_000)
})
