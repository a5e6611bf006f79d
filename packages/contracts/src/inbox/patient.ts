import { z } from 'zod'

/** A patient of the organization, with the fields that the inbox uses. */
export const patientSchema = z.object({
  _id: z.string(),
  /** The id that GET /conversation accepts. */
  patientImportId: z.string(),
  name: z.string(),
  phoneNumber: z.string(),
  birthdate: z.string().nullable(),
  mrn: z.string().nullable(),
})
export type Patient = z.infer<typeof patientSchema>
