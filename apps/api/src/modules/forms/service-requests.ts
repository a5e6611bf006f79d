import type { FormSubmission } from '@foyer/contracts/forms/form.ts'
import type { Tx } from '../../db/tx.ts'
import { fileRequests, keepRequest, reopenRequests, settleRequests } from '../figures/figures.ts'
import type { KeptForm } from './forms.store.ts'

type Subject = Pick<FormSubmission, '_id' | 'organizationId'>
type Made = Subject & Pick<FormSubmission, 'patientId' | 'submittedAt'>

/** A submission that the staff are to do something about is a request of its patient, since it was sent. */
export function requestByForm(
  tx: Tx,
  { requestType }: Pick<KeptForm, 'requestType'>,
  { _id: submissionId, organizationId, patientId, submittedAt }: Made,
): void {
  keepRequest(tx, {
    ...{ organizationId, id: `form:${submissionId}`, type: requestType ?? 'form', subject: { submissionId } },
    ...{ patientId, made: new Date(submittedAt) },
  })
}

/** A person files a submission under a patient, or under none. */
export function fileRequest(tx: Tx, { _id, organizationId }: Subject, patientId: string | null): void {
  fileRequests(tx, { organizationId, subject: { submissionId: _id }, patientId })
}

/** A person marks a submission as done or as new again, so that its request was settled by the staff, or is open. */
export function moveRequest(tx: Tx, { _id, organizationId }: Subject, { done, at }: { done: boolean; at: Date }): void {
  const subject = { submissionId: _id }
  if (done) settleRequests(tx, { organizationId, subject, at, isSelf: false })
  else reopenRequests(tx, { organizationId, subject })
}
