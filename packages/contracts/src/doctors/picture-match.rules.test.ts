import { expect, test } from 'vitest'
import { matchPicture } from './picture-match.rules.ts'

const doctor = (_id: string, firstName: string, lastName: string, npi: string | null = null) => ({
  ...{ _id, firstName, lastName, npi },
})
const doctors = [
  doctor('okafor', 'Amara', 'Okafor', '1999900016'),
  doctor('sorensen', 'Nils', 'Sørensen', '1999900024'),
  doctor('mary', 'Mary', 'Lee'),
  doctor('maryann', 'Mary Ann', 'Lee'),
  doctor('obrien', 'Niamh', "O'Brien"),
  doctor('twin1', 'Lin', 'Chen'),
  doctor('twin2', 'Lin', 'Chen'),
  doctor('nameless', '', 'Ruiz'),
  doctor('garcia', 'José', 'García Márquez'),
]
const one = (doctorId: string, by: 'npi' | 'name') => ({ kind: 'one', doctorId, by })

test.each([
  ['1999900016.png', one('okafor', 'npi')],
  ['NPI_1999900024 (2).JPG', one('sorensen', 'npi')],
  ['mary-lee-1999900016.webp', one('okafor', 'npi')],
  ['Okafor, Amara.png', one('okafor', 'name')],
  ['amara_okafor_2026-headshot.jpeg', one('okafor', 'name')],
  ['AmaraOkafor.png', one('okafor', 'name')],
  ['Mary Lee.png', one('mary', 'name')],
  ['Mary Ann Lee.png', one('maryann', 'name')],
  ['niamh-obrien.png', one('obrien', 'name')],
  ['Niamh O’Brien.png', one('obrien', 'name')],
  ['Jose Garcia Marquez.png', one('garcia', 'name')],
  ['Jose\u0301 Garci\u0301a Ma\u0301rquez.png', one('garcia', 'name')],
])('matchPicture finds the doctor when the file is named %s [UPL-01] [OPEN-080]', (name, found) => {
  expect(matchPicture(name, doctors)).toEqual(found)
})

test.each([
  'IMG_0412.jpg',
  'okafor.png',
  'amara.png',
  'Amaranta Okafor.png',
  'ruiz.png',
  '1999900099.png',
  'Amara Okafor 1999900099.png',
  '19999000161.png',
  '',
])('matchPicture finds nobody when the file is named "%s" [OPEN-080]', (name) => {
  expect(matchPicture(name, doctors)).toEqual({ kind: 'none' })
})

test('matchPicture leaves the choice to a person when two doctors have the name [OPEN-080]', () => {
  expect(matchPicture('Lin Chen.png', doctors)).toEqual({ kind: 'several', doctorIds: ['twin1', 'twin2'] })
})

test('matchPicture leaves the choice to a person when two NPIs are in the name [OPEN-080]', () => {
  const found = matchPicture('1999900016 and 1999900024.png', doctors)
  expect(found).toEqual({ kind: 'several', doctorIds: ['okafor', 'sorensen'] })
})
