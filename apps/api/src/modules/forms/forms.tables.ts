import type { Form, FormSubmission } from '@foyer/contracts/forms/form.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Instant, Json } from '../../db/columns.ts'

export interface FormTables {
  forms: FormTable
  form_revisions: FormRevisionTable
  form_links: FormLinkTable
  form_submissions: FormSubmissionTable
  form_tokens: FormTokenTable
  form_uses: FormUseTable
}

declare module '../../db/schema.ts' {
  interface Schema extends FormTables {}
}

/** Null where it is not written. */
type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

interface FormTable {
  organization_id: string
  id: string
  title: string
  intro: string
  state: Form['state']
  request_type: Form['requestType']
  tells_inbox: boolean
  listed: boolean
  revision: number
  questions: number
  created_at: Instant
  created_by: string | null
  changed_at: OptionalInstant
  version: number
}

interface FormRevisionTable {
  organization_id: string
  form_id: string
  revision: number
  questionnaire: Json<object>
}

interface FormLinkTable {
  organization_id: string
  digest: string
  form_id: string
  patient_id: string
  created_by: string
  expires_at: Instant
  used_at: OptionalInstant
}

export interface FormSubmissionTable {
  organization_id: string
  id: string
  form_id: string
  revision: number
  patient_id: string | null
  conversation_id: string | null
  suggested_patient_id: string | null
  response: Json<object>
  state: FormSubmission['state']
  held_for: Generated<FormSubmission['heldFor']>
  created_at: Instant
  done_at: OptionalInstant
  done_by: Generated<string | null>
  version: number
}

interface FormTokenTable {
  organization_id: string
  digest: string
  answers_digest: string
  submission_id: string
  expires_at: Instant
}

interface FormUseTable {
  key: string
  uses: number
  until: Instant
}
