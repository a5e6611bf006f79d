/** The profiles of the demo's doctors: what patients read about them, their departments, and drawn portraits. */
import type { Doctor } from './demo-files.ts'
import type { DemoPortrait } from './demo-portraits.ts'
import type { DepartmentRow, DoctorPictureRow, DoctorRow } from './seed.store.ts'

interface Profile {
  readonly npi: string
  readonly specialty: string
  readonly bio: string
  readonly languages: readonly string[]
}

/** NPIs of the range that is never given out, with true check digits. */
const PROFILES: Readonly<Record<string, Profile>> = {
  doc_okafor: {
    ...{ npi: '1999900016', specialty: 'Family medicine', languages: ['English', 'Igbo'] },
    bio: 'Dr. Okafor has looked after families in Austin since 2009. She takes time to explain, and likes to see three generations in one room.',
  },
  doc_sorensen: {
    ...{ npi: '1999900024', specialty: 'Internal medicine', languages: ['English', 'Danish'] },
    bio: 'Dr. Sorensen sees adults with diabetes and high blood pressure. He writes down the plan of each visit, so that nobody has to remember it.',
  },
  doc_reyes: {
    ...{ npi: '1999900032', specialty: 'Pediatrics', languages: ['English', 'Spanish'] },
    bio: 'Dr. Reyes is a pediatrician and a mother of three. Her patients are from two days to eighteen years old.',
  },
  doc_zhang: {
    ...{ npi: '1999900040', specialty: 'Dermatology', languages: ['English', 'Mandarin'] },
    bio: 'Dr. Zhang treats skin from acne to melanoma, and checks moles on Thursdays without an appointment.',
  },
  doc_feldman: {
    ...{ npi: '1999900057', specialty: 'Obstetrics and gynecology', languages: ['English', 'Hebrew', 'French'] },
    bio: 'Dr. Feldman has brought more than two thousand Texans into the world. She answers her messages before breakfast.',
  },
  doc_carroll: {
    ...{ npi: '1999900115', specialty: 'Hospital medicine', languages: ['English'] },
    bio: 'Dr. Carroll leads the day team of the wards, and sees each patient every morning.',
  },
  doc_glover: {
    ...{ npi: '1999900123', specialty: 'General surgery', languages: ['English', 'Portuguese'] },
    bio: 'Dr. Glover operates on gallbladders and hernias, most of them by keyhole.',
  },
  doc_howell: {
    ...{ npi: '1999900131', specialty: 'Cardiology', languages: ['English'] },
    bio: 'Dr. Howell sees people whose hearts beat too fast, too slowly or out of time.',
  },
  doc_kuhlman: {
    ...{ npi: '1999900149', specialty: 'Cardiac surgery', languages: ['English', 'German'] },
    bio: 'Dr. Kuhlman repairs valves, and draws each operation for its patient first.',
  },
  doc_adeyemi: {
    ...{ npi: '1999900214', specialty: 'Emergency medicine', languages: ['English', 'Yoruba'] },
    bio: 'Dr. Adeyemi spent ten years in emergency rooms before she opened the doors on Pier 9.',
  },
  doc_grady: {
    ...{ npi: '1999900222', specialty: 'Urgent care', languages: ['English', 'Spanish'] },
    bio: 'Dr. Grady sets bones, closes cuts and calms parents, often in one visit.',
  },
  doc_lang: {
    ...{ npi: '1999900230', specialty: 'Sports medicine', languages: ['English', 'Japanese'] },
    bio: 'Dr. Lang helps runners and dancers back on their feet.',
  },
}

const departmentId = (location: string) => `dep_${location.split(' ').at(-1)?.toLowerCase() ?? ''}`
/** The departments of a clinic are its places. */
const departmentOf = ({ location }: Doctor) => ({ id: departmentId(location), name: location })
const pictureOf = ({ id }: Doctor) => `pic_${id.replace('doc_', '')}`

export function departmentRows(organizationId: string, doctors: readonly Doctor[]): DepartmentRow[] {
  const byId = new Map(doctors.map(departmentOf).map((one) => [one.id, one]))
  return [...byId.values()].map((one) => ({ organization_id: organizationId, ...one }))
}

export type Portraits = ReadonlyMap<string, DemoPortrait>

interface Contact {
  readonly smsNumber: string
  readonly portraits: Portraits
}

export function doctorRow(organizationId: string, doctor: Doctor, { smsNumber, portraits }: Contact): DoctorRow {
  const { id, name, location } = doctor
  const words = name.replace(/^Dr\. /, '').split(' ')
  const profile = PROFILES[id]
  const lastName = words.at(-1) ?? name
  return {
    organization_id: organizationId,
    id,
    first_name: words.slice(0, -1).join(' '),
    last_name: lastName,
    name,
    npi: profile?.npi ?? null,
    specialty: profile?.specialty ?? null,
    bio: profile?.bio ?? null,
    languages: [...(profile?.languages ?? [])],
    phone: smsNumber.replace('+1', ''),
    email: `${lastName.toLowerCase()}@${organizationId.replace('org_', '')}.example`,
    address: location,
    department_id: departmentOf(doctor).id,
    picture_id: portraits.has(id) ? pictureOf(doctor) : null,
  }
}

export function pictureRows(
  organizationId: string,
  doctors: readonly Doctor[],
  portraits: Portraits,
  at: Date,
): DoctorPictureRow[] {
  return doctors.flatMap((doctor) => {
    const portrait = portraits.get(doctor.id)
    if (!portrait) return []
    const key = { organization_id: organizationId, id: pictureOf(doctor), doctor_id: doctor.id }
    return [{ ...key, large: asHex(portrait.large), small: asHex(portrait.small), made_at: at }]
  })
}

/** The form in which PostgreSQL reads bytes from JSON. */
const asHex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`
