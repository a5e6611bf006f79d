import { z } from 'zod'

/** Every `reason` of a refusal, with its HTTP status. */
export const problems = {
  not_valid: 400,
  /** A GraphQL document beyond the limits. */
  too_costly: 400,
  no_session: 401,
  wrong_credentials: 401,
  second_factor_needed: 401,
  not_allowed: 403,
  org_mismatch: 403,
  user_mismatch: 403,
  foreign_origin: 403,
  bad_signature: 403,
  disabled: 403,
  wrong_account: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  stale: 409,
  in_progress: 409,
  last_admin: 409,
  slot_taken: 409,
  link_expired: 410,
  too_large: 413,
  unsupported_type: 415,
  range_not_satisfiable: 416,
  key_reused: 422,
  blocked: 422,
  opted_out: 422,
  no_number: 422,
  no_channel: 422,
  /** A campaign with problems; `data` has them. */
  not_ready: 422,
  /** A chatbot's flow with errors; `data` has the findings. */
  has_problems: 422,
  /** A public reply that tells of a patient; `data` has the findings and a wording without them. */
  privacy: 422,
  /** Google refused a change; `issues` has its sentences by field. */
  not_taken: 422,
  /** An audience beyond the largest one. */
  too_many: 422,
  not_deliverable: 422,
  /** A questionnaire that asks what a form can not show; `data` has the items. */
  unsupported_form: 422,
  not_open: 422,
  unreadable_file: 422,
  too_many_rows: 422,
  /** No column of the file gives what its rows are found by. */
  unmatched_columns: 422,
  wrong_password: 422,
  wrong_code: 422,
  rate_limited: 429,
  failed: 500,
  upstream_failed: 502,
  unavailable: 503,
  storage_full: 507,
} as const

export type Reason = keyof typeof problems

const issueSchema = z.object({ path: z.string(), message: z.string() })

/** The body of every error reply. [OPEN-047] [OPEN-048] */
export const problemSchema = z.object({
  code: z.literal('error'),
  reason: z.enum(Object.keys(problems) as [Reason, ...Reason[]]),
  message: z.string(),
  requestId: z.string(),
  /** The invalid fields; only with `not_valid`. */
  issues: z.array(issueSchema).optional(),
  /** Current data that the caller should read before a retry; with `stale`, the current conversation or scheduled text. */
  data: z.unknown().optional(),
})

export type Problem = z.infer<typeof problemSchema>
