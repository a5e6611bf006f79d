import type { RowLink } from '@foyer/contracts/dashboards/row-calls.ts'

/** The address that a row opens; null if it has none. A visit opens in its patient's conversation or chart. */
export function addressOfRow(link: RowLink): string | null {
  const { conversationId, patientId, reviewId, campaignId, submissionId } = link
  if (conversationId !== undefined)
    return `/inbox?${new URLSearchParams({ status: 'all', conversation: conversationId })}`
  if (patientId !== undefined) return `/patients/${encodeURIComponent(patientId)}`
  if (submissionId !== undefined) return `/forms/submissions/${encodeURIComponent(submissionId)}`
  if (reviewId !== undefined) return `/reviews?${new URLSearchParams({ review: reviewId })}`
  return campaignId === undefined ? null : `/campaigns/${encodeURIComponent(campaignId)}`
}
