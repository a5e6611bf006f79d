/** The interpretation of replies on what people really wrote. */
import { readFileSync } from 'node:fs'
import { interpretReply } from '@foyer/contracts/appointments/replies.rules.ts'
import { describe, expect, test } from 'vitest'

function read(name: string): (readonly [kind: string, text: string])[] {
  const file = new URL(`../../../../../../tests/data/messages/${name}`, import.meta.url)
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)])
}

const when = { gender: 'female', time: '09:30', date: '2026-11-27', weekday: 'friday', daysAway: 1 } as const
const visit = { appointmentId: 'a1', patientId: 'p1', firstName: 'Rosalind', ...when }
const confirms = (text: string) =>
  interpretReply(text, [visit], { patientId: 'p1', members: [] }).verdicts.some(({ as }) => as === 'confirm')

describe('the answers of people who talk to a booking service', () => {
  const answers = read('patient-acts.tsv')
  const of = (...kinds: string[]) => answers.filter(([kind]) => kinds.includes(kind)).map(([, text]) => text)

  test('none that asks or declines confirms a visit', () => {
    expect(of('ask', 'decline').length).toBeGreaterThan(1400)
    expect(of('ask', 'decline').filter(confirms)).toEqual([])
  })

  test('at least 95 of 100 plain confirmations confirm it', () => {
    expect(of('yes').length).toBeGreaterThan(200)
    expect(of('yes').filter(confirms).length / of('yes').length).toBeGreaterThanOrEqual(0.95)
  })
})
