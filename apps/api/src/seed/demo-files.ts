/** Reads the data files from which made-up clinics are built; data/ATTRIBUTION.md lists their sources. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { replyKinds } from '@foyer/contracts/appointments/appointment.ts'
import { z } from 'zod'
import { parseThreads, type Thread } from './threads.rules.ts'

const gender = z.enum(['female', 'male'])

const namesSchema = z.object({
  en: z.object({ female: z.array(z.string()), male: z.array(z.string()), last: z.array(z.string()) }),
  es: z.object({ female: z.array(z.string()), male: z.array(z.string()), last: z.array(z.string()) }),
  /** Full names of other cultures. */
  world: z.object({ female: z.array(z.string()), male: z.array(z.string()) }),
})

const doctorsSchema = z.record(
  z.string(),
  z.array(z.object({ id: z.string(), name: z.string(), location: z.string() })),
)

const patientSchema = z.object({
  first: z.string(),
  last: z.string(),
  number: z.string(),
  born: z.iso.date(),
  gender,
  mrn: z.string(),
  insurance: z.string().nullable(),
  cash: z.boolean().default(false),
  eligible: z.boolean().nullable().optional(),
  prefers: z.enum(['text', 'call', 'email']),
  /** The id of the doctor whom the patient belongs to. */
  doctor: z.string().optional(),
})

/** Minutes ago, or a day relative to today with a time: "-1 16:02". */
const momentSchema = z.union([z.number(), z.templateLiteral([z.int(), ' ', z.string()])])

const visitSchema = z.object({
  day: z.int(),
  /** `next`: the next half hour within the clinic's hours. */
  time: z.string(),
  minutes: z.int(),
  doctor: z.string(),
  type: z.string(),
  status: z.enum(['scheduled', 'confirmed', 'arrived', 'completed']),
  /** The MRN of another patient of the family. Absent: the story's patient. */
  of: z.string().optional(),
  service: z.string().optional(),
  /** The lines of the story that reminded of the visit, confirmed it, and answered the reminder. */
  reminder: z.object({ line: z.int() }).optional(),
  confirmedBy: z.int().optional(),
  reply: z.object({ line: z.int(), kind: z.enum(replyKinds) }).optional(),
  wish: z.object({ line: z.int(), state: z.enum(['asked', 'held']), words: z.string().nullable() }).optional(),
})

const firstScreenSchema = z.array(
  z.object({
    patient: patientSchema.optional(),
    /** The number of a sender without a patient record. */
    number: z.string().optional(),
    family: z.array(patientSchema).default([]),
    channel: z.enum(['sms', 'chat']).default('sms'),
    request: z.enum(['appointment', 'prescription', 'billing', 'concierge', 'other']).nullable().default(null),
    assigned: z.string().optional(),
    starred: z.array(z.string()).default([]),
    status: z.enum(['pending', 'acknowledged', 'resolved']).optional(),
    consent: z.enum(['opted_out', 'blocked']).optional(),
    visits: z.array(visitSchema).default([]),
    lines: z.array(
      z.object({
        by: z.string(),
        at: momentSchema,
        text: z.string(),
        note: z.boolean().default(false),
        status: z.enum(['undelivered']).optional(),
        reason: z.string().optional(),
      }),
    ),
  }),
)

export type NameLists = z.infer<typeof namesSchema>
export type Doctor = z.infer<typeof doctorsSchema>[string][number]
export type WrittenPatient = z.infer<typeof patientSchema>
export type WrittenVisit = z.infer<typeof visitSchema>
export type WrittenStory = z.infer<typeof firstScreenSchema>[number]
export type Moment = z.infer<typeof momentSchema>

export interface Person {
  readonly born: string
  readonly gender: z.infer<typeof gender>
  readonly payer: string | null
}

/** A kind of visit that comes back, as Synthea's patients had it. */
export interface DueVisit {
  readonly type: string
  readonly everyDays: number
  /** The youngest age of patients who have it. */
  readonly fromAge: number
}

export interface DemoFiles {
  readonly names: NameLists
  readonly people: readonly Person[]
  readonly doctors: Readonly<Record<string, readonly Doctor[]>>
  readonly threads: readonly Thread[]
  readonly dueVisits: readonly DueVisit[]
  /** The conversations at the top of Cedar Ridge's inbox, as written in the file. */
  readonly firstScreen: readonly WrittenStory[]
}

export function readDemoFiles(): DemoFiles {
  return {
    names: namesSchema.parse(JSON.parse(read('names.json'))),
    people: peopleOf(read('people.csv')),
    doctors: doctorsSchema.parse(JSON.parse(read('doctors.json'))),
    threads: parseThreads(read('threads.txt')),
    dueVisits: dueVisitsOf(read('due-visits.csv')),
    firstScreen: firstScreenSchema.parse(JSON.parse(read('first-screen.json'))),
  }
}

function read(name: string): string {
  return readFileSync(path.join(import.meta.dirname, 'data', name), 'utf8')
}

/** No field of the file contains a comma or a quote. */
function peopleOf(csv: string): Person[] {
  const [, ...rows] = csv.trim().split('\n')
  return rows.map((row) => {
    const [born = '', letter, payer = ''] = row.split(',')
    return { born, gender: letter === 'F' ? 'female' : 'male', payer: payer || null }
  })
}

/** The first two columns say which row of Synthea's files the visit stands for. */
function dueVisitsOf(csv: string): DueVisit[] {
  const [, ...rows] = csv.trim().split('\n')
  return rows.map((row) => {
    const [, , type = '', everyDays, fromAge] = row.split(',')
    return { type, everyDays: Number(everyDays), fromAge: Number(fromAge) }
  })
}
