/** A fax as Sinch's API and callbacks show it. */
import type { MachineFax } from './machine-fax.ts'

export function wireOf(fax: MachineFax, { sinchProjectId }: { readonly sinchProjectId: string }) {
  return {
    id: fax.id,
    direction: 'OUTBOUND',
    from: fax.from,
    to: fax.to,
    numberOfPages: fax.numberOfPages,
    pagesSentSuccessfully: fax.pagesSentSuccessfully,
    status: fax.status,
    ...(fax.errorType !== null && {
      ...{ errorType: fax.errorType, errorCode: fax.errorCode, errorMessage: fax.errorMessage },
    }),
    headerText: fax.headerText,
    headerPageNumbers: true,
    maxRetries: 0,
    hasFile: fax.hasContent,
    projectId: sinchProjectId,
    createTime: fax.createTime,
    ...(fax.completedTime !== null && { completedTime: fax.completedTime }),
    ...(fax.callbackUrl !== null && { callbackUrl: fax.callbackUrl }),
  }
}
