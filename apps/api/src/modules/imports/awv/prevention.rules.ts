/**
 * The prevention plan of a patient: what is advised for most people of an age and a sex, after the recommendations of the U.S.
 * Preventive Services Task Force and the adult immunization schedule of the CDC. A doctor decides for the one patient.
 */

export interface AboutPatient {
  /** In full years; null if the birth date is not known. */
  readonly age: number | null
  readonly sex: 'female' | 'male' | 'other' | 'unknown'
}

export interface PlannedService {
  readonly group: 'Checks' | 'Cancer' | 'Vaccines' | 'Planning ahead'
  readonly name: string
  readonly often: string
  /** The condition under which it is advised; null if it is advised for all of the age and the sex. */
  readonly condition: string | null
}

interface Service extends PlannedService {
  readonly from: number
  readonly to?: number
  readonly sex?: 'female' | 'male'
}

const check = { group: 'Checks', condition: null } as const
const cancer = { group: 'Cancer', condition: null } as const
const vaccine = { group: 'Vaccines', condition: null } as const
const planning = { group: 'Planning ahead', condition: null } as const
const SMOKED = 'If you ever smoked'

const SERVICES: readonly Service[] = [
  { ...check, name: 'Well-child visit', often: 'Every year', from: 0, to: 17 },
  { ...check, name: 'Annual wellness visit', often: 'Every year', from: 18 },
  { ...check, name: 'Blood pressure', often: 'Every year', from: 18 },
  { ...check, name: 'Cholesterol and heart risk', often: 'Every 5 years', from: 40, to: 75 },
  { ...check, name: 'Diabetes', often: 'Every 3 years', condition: 'If you are overweight', from: 35, to: 70 },
  { ...check, name: 'Depression', often: 'Every year', from: 12 },
  { ...check, name: 'Falls: risk and exercise', often: 'Every year', from: 65 },
  { ...check, name: 'Bone density', often: 'Once, then as advised', from: 65, sex: 'female' },
  {
    ...{ ...check, name: 'Ultrasound of the abdominal aorta', often: 'Once' },
    ...{ condition: SMOKED, from: 65, to: 75, sex: 'male' },
  },
  { ...check, name: 'Hepatitis C', often: 'Once', from: 18, to: 79 },
  { ...check, name: 'HIV', often: 'Once, then as advised', from: 15, to: 65 },
  { ...cancer, name: 'Breast cancer: mammogram', often: 'Every 2 years', from: 40, to: 74, sex: 'female' },
  { ...cancer, name: 'Cervical cancer: Pap test', often: 'Every 3 years', from: 21, to: 29, sex: 'female' },
  {
    ...{ ...cancer, name: 'Cervical cancer: HPV or Pap test', often: 'Every 5 years, or 3' },
    ...{ from: 30, to: 65, sex: 'female' },
  },
  { ...cancer, name: 'Colorectal cancer', often: 'Every 1 to 10 years, by the test', from: 45, to: 75 },
  {
    ...{ ...cancer, name: 'Colorectal cancer', often: 'Ask your doctor' },
    ...{ condition: 'If you were not tested before', from: 76, to: 85 },
  },
  {
    ...{ ...cancer, name: 'Lung cancer: low-dose CT', often: 'Every year' },
    ...{ condition: 'If you smoke, or stopped in the last 15 years', from: 50, to: 80 },
  },
  { ...cancer, name: 'Prostate cancer: PSA', often: 'Ask your doctor', from: 55, to: 69, sex: 'male' },
  { ...vaccine, name: 'Flu', often: 'Every year', from: 0 },
  { ...vaccine, name: 'COVID-19', often: 'Ask your doctor', from: 0 },
  { ...vaccine, name: 'Tetanus, diphtheria, whooping cough', often: 'Every 10 years', from: 11 },
  { ...vaccine, name: 'HPV', often: '2 or 3 doses', condition: 'If you did not get them before', from: 11, to: 26 },
  {
    ...vaccine,
    name: 'Hepatitis B',
    often: '2 or 3 doses',
    condition: 'If you did not get them before',
    from: 19,
    to: 59,
  },
  { ...vaccine, name: 'Shingles', often: '2 doses, once', from: 50 },
  { ...vaccine, name: 'Pneumonia', often: 'Once', from: 50 },
  { ...vaccine, name: 'RSV', often: 'Once', condition: 'If your doctor advises it', from: 50, to: 74 },
  { ...vaccine, name: 'RSV', often: 'Once', from: 75 },
  { ...planning, name: 'Who decides if you can’t: health care proxy', often: 'Look at it every year', from: 18 },
]

/** Without a birth date or a sex the services of all are in the plan, each with the people it is for. */
export function preventionPlan({ age, sex }: AboutPatient): readonly PlannedService[] {
  return SERVICES.flatMap((service) => {
    const { from, to = Number.POSITIVE_INFINITY, sex: of } = service
    const isOfSex = of === undefined || of === sex
    const isKnown = sex === 'female' || sex === 'male'
    if (!isOfSex && isKnown) return []
    if (age === null ? to < ADULT : age < from || age > to) return []
    const { group, name, often } = service
    const conditions = [
      ...(age === null ? agesOf(service) : []),
      ...(isOfSex ? [] : [of === 'female' ? 'For women' : 'For men']),
      ...(service.condition === null ? [] : [service.condition]),
    ]
    return [{ group, name, often, condition: conditions.length === 0 ? null : conditions.join('. ') }]
  })
}

const ADULT = 18

function agesOf({ from, to }: Service): string[] {
  if (to !== undefined) return [`Age ${Math.max(from, ADULT)} to ${to}`]
  return from > ADULT ? [`Age ${from} and over`] : []
}

/** The full years at a day; both as YYYY-MM-DD. */
export function ageAt(birthdate: string | null, day: string): number | null {
  if (birthdate === null || birthdate > day) return null
  const hadBirthday = day.slice(5) >= birthdate.slice(5)
  return Number(day.slice(0, 4)) - Number(birthdate.slice(0, 4)) - (hadBirthday ? 0 : 1)
}
