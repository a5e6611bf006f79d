/** A fax as the service keeps it. */

export interface FaxFile {
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
}

export interface NewFax {
  readonly to: string
  readonly from: string
  readonly headerText: string
  readonly callbackUrl: string | null
  readonly files: readonly FaxFile[]
}

export interface MachineFax extends NewFax {
  readonly id: string
  readonly status: 'QUEUED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILURE'
  readonly errorType: string | null
  readonly errorCode: number | null
  readonly errorMessage: string | null
  readonly numberOfPages: number
  readonly pagesSentSuccessfully: number
  readonly createTime: string
  readonly completedTime: string | null
  /** False after the clinic had its pages deleted. */
  readonly hasContent: boolean
}
