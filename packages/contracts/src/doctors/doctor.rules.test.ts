import { describe, expect, test } from 'vitest'
import { isNpi, missingIn, previewOf, readPreview, shownName } from './doctor.rules.ts'
import { doctorExample } from './doctors.ts'

const whole = {
  ...doctorExample,
  ...{ npi: '1999900016', specialty: 'Cardiology', bio: 'Listens.', languages: ['English', 'Igbo'] },
  ...{ phone: '5125550142', email: 'amara@clinic.test', address: '1 Main St' },
}

test.each(['1999900016', '1999900024', '1999900032', '1234567893', '1999900230'])('isNpi accepts %s', (npi) => {
  expect(isNpi(npi)).toBe(true)
})

test.each(['1999900017', '1234567890', '199990001', '19999000166', '', '１９９９９０００１６', '199990001a'])(
  'isNpi refuses "%s"',
  (npi) => {
    expect(isNpi(npi)).toBe(false)
  },
)

describe('shownName', () => {
  test.each([
    ['Dr. Amara Okafor', 'Dr. Amara Obi'],
    ['Amara Okafor', 'Amara Obi'],
    ['Prof. Okafor', 'Prof. Amara Obi'],
    ['Drake Okafor', 'Amara Obi'],
  ])('keeps the title when %s gets another name', (former, name) => {
    expect(shownName({ firstName: 'Amara', lastName: 'Obi' }, former)).toBe(name)
  })

  test('puts "Dr." in front when the doctor is new', () => {
    expect(shownName({ firstName: '', lastName: 'Obi' })).toBe('Dr. Obi')
  })
})

describe('a preview', () => {
  test('holds exactly the fields of the specification [OPEN-018] [ENTITY-15]', () => {
    const names = '_id firstName lastName npi specialty bio languages phone email address'.split(' ')
    expect(Object.keys(previewOf(whole))).toEqual(names)
  })

  test('is read back from its stored form [OPEN-018]', () => {
    expect(readPreview(JSON.parse(JSON.stringify(previewOf(whole))))).toEqual(previewOf(whole))
  })

  test.each([null, {}, { _id: 'd1' }, { _id: 7, lastName: 'Obi' }])('is none when %j is stored', (stored) => {
    expect(readPreview(stored)).toBeNull()
  })

  test('counts fields of another shape as empty', () => {
    const stored = { _id: 'd1', lastName: 'Obi', bio: 7, languages: ['English', null], npi: '' }
    expect(readPreview(stored)).toMatchObject({ bio: null, languages: ['English'], npi: null, firstName: '' })
  })

  test('lacks nothing when the record is whole', () => {
    expect(missingIn(previewOf(whole), '/api/main/doctor/picture')).toEqual([])
  })

  test('names what is missing in the order of the page', () => {
    const missing = missingIn({ ...previewOf(whole), bio: null, languages: [] }, null)
    expect(missing).toEqual(['a picture', 'a few words about them', 'languages'])
  })
})
