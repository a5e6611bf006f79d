import { z } from 'zod'

/** A patient of the organization, as the inbox knows them. */
export const patientSchema = z.object({
  _id: z.string(),
  /** What GET /conversation takes. */
  patientImportId: z.string(),
  name: z.string(),
  phoneNumber: z.string(),
  birthdate: z.string().nullable(),
  mrn: z.string().nullable(),
})
export type Patient = z.infer<typeof patientSchema>
