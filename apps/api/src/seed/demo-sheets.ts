/** The sheet of patients that waits for its review in the demo: most rows are good, fourteen are to be mended. */
import { createDeck, type Random } from '@foyer/contracts/random.rules.ts'
import type { NameLists } from './demo-files.ts'
import type { DemoPatient } from './demo-patients.ts'

export type SheetRow = readonly string[]

const NOVEMBER_ROWS = 1846
export const NOVEMBER_HEADER = ['PT_LAST', 'PT_FIRST', 'DOB', 'CELL', 'ACCT#', 'INS_1', 'SMS_OK', 'NOTES2'] as const

/** By the row that a spreadsheet program shows. */
const WRONG: Readonly<Record<number, SheetRow>> = {
  47: ['Okonjo', 'Beatrice', '31/02/1962', '(512) 555-0155', '188-3301', 'Aetna', 'Y', ''],
  112: ['Petrov', 'Anton', '05/21/1979', '555-0163', '201-7745', 'UHC', 'Y', ''],
  389: ['', 'Marguerite', '09/30/1948', '(512) 555-0101', '097-5520', 'Medicare', 'Y', ''],
  640: ['Vasquez', 'Lidia', '12/12/1993', '(512) 555-0147', '204-8817', 'Aetna', 'Y', ''],
  641: ['Wren', 'Oliver', '1987', '(512) 555-0190', '241-0036', 'BCBS TX PPO', 'Y', ''],
  902: ['Yilmaz', 'Deniz', '01/15/2001', '(512) 555-01O6', '250-1183', 'UHC', 'Y', ''],
  1204: ['Zamora', '', '06/03/1975', '(512) 555-0128', '199-4402', 'Humana', 'Y', ''],
  1289: ['Abara', 'Chidi', '13/13/2001', '(512) 555-0184', '252-0907', 'Aetna', 'Y', ''],
  1340: ['Brandt', 'Lotte', '02/27/1966', '617-665-1000 Or 617-665-2000', '190-3376', 'Medicare', 'Y', ''],
  1402: ['Cho', 'Min', '08/19/1983', '(512) 555-0187', '', 'UHC', 'Y', ''],
  1477: ['Deluca', '', '11/02/1959', '(512) 555-0188', '171-8840', 'Medicare', 'Y', ''],
  1533: ['', 'Ines', '04/14/1999', '(512) 555-0189', '255-6102', 'Aetna', 'Y', ''],
  1690: ['Farrow', 'June', '07/07/1971', '999-999-99999', '196-0418', 'Humana', 'Y', ''],
  1777: ['Dhillon', 'Harpreet', '07/08/1991', '512-555-0108', '249-0072', 'UHC', 'Y', 'moved'],
}

/** The first rows, which the match of the columns shows. */
const FIRST: readonly SheetRow[] = [
  ['Abernathy', 'Joan', '04/02/1951', '(512) 555-0119', '118-9921', 'BCBS TX PPO', 'Y', ''],
  ['Castellanos', 'Ruben', '11/19/1984', '5125550173', '203-4410', 'Aetna', 'Y', 'prefers am'],
  ['Dhillon', 'Harpreet', '7/8/1990', '512-555-0108', '249-0072', 'UHC', 'N', ''],
]

/** The practice system's own names of insurances. */
const PAYERS = ['BCBS TX PPO', 'Aetna', 'UHC', 'Medicare', 'Humana', 'Cigna OAP']

/** The patients whom the clinic has are among the rows, in their order; the others are new. */
export function novemberRows(patients: readonly DemoPatient[], names: NameLists, random: Random): SheetRow[] {
  const stored = [...patients]
  const drawLine = createDeck(
    random,
    Array.from({ length: 900 }, (_, line) => 9000 + line),
  )
  return Array.from({ length: NOVEMBER_ROWS }, (_, index) => {
    // The header is row 1.
    const row = index + 2
    const written = FIRST[index] ?? WRONG[row]
    if (written !== undefined) return written
    const known = row % 4 === 0 ? stored.shift() : undefined
    return known === undefined ? newPatient(row, names, random, drawLine) : rowOf(known, random)
  })
}

function rowOf({ lastName, firstName, birthdate, phoneNumber, mrn }: DemoPatient, random: Random): SheetRow {
  return [lastName, firstName, american(birthdate), shownNumber(phoneNumber), mrn, random.pick(PAYERS), 'Y', '']
}

function newPatient(row: number, names: NameLists, random: Random, drawLine: () => number): SheetRow {
  const culture = random.chance(0.3) ? names.es : names.en
  const gender = random.chance(0.5) ? 'female' : 'male'
  const born = new Date(Date.UTC(random.between(1935, 2019), random.between(0, 11), random.between(1, 28)))
  return [
    ...[random.pick(culture.last), random.pick(culture[gender]), american(born.toISOString().slice(0, 10))],
    ...[shownNumber(`+1512555${drawLine()}`), `4${10 + (row % 90)}-${1000 + row}`],
    ...[random.pick(PAYERS), random.chance(0.04) ? 'N' : 'Y', random.chance(0.05) ? 'prefers am' : ''],
  ]
}

/** MM/DD/YYYY */
function american(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

/** (512) 555-0155 */
function shownNumber(number: string): string {
  return `(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`
}
