/** The call that makes the pages for annual wellness visits. */
import { z } from 'zod'
import { call } from '../call.ts'
import { example } from '../examples.ts'
import * as field from '../fields.ts'
import { PDF_PATIENTS_MAX } from './limits.rules.ts'

export const wellnessPlans = call({
  method: 'POST',
  path: '/api/campaign/common/awv-pdf-generate',
  access: 'member',
  organization: 'header',
  says: 'Made the pages for annual wellness visits',
  summary: `A PDF with two pages for each patient of an import, or for the one patient whose \`patientImportId\` it is; at most ${PDF_PATIENTS_MAX.toLocaleString('en-US')} patients. [CALL-CAMPAIGN-06] [OPEN-060]`,
  query: field.nothing,
  body: z.strictObject({ organizationId: field.organizationId.optional(), importId: field.id }),
  reply: z.undefined(),
  example: { body: { importId: example.patientImportId } },
})
