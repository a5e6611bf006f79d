/** A file that goes with a text. */
export interface Media {
  readonly sid: string
  /** Null while it is fetched, and where it could not be. */
  readonly contentType: string | null
}

/** A text as the carrier knows it. */
export interface Text {
  readonly sid: string
  /** The carrier's words: `inbound` was typed into a phone, `outbound-api` came from the clinic's software. */
  readonly direction: 'inbound' | 'outbound-api'
  readonly from: string
  readonly to: string
  readonly body: string
  /** The files that went with it; their bytes are in the media store. */
  readonly media: readonly Media[]
  readonly status: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'received'
  readonly errorCode: number | null
  readonly createdAt: Date
  readonly sentAt: Date | null
  readonly updatedAt: Date
  /** For an inbound text: the outcome of its webhook: accepted, refused, still being tried, or never sent. Null for outbound. */
  readonly handover: 'waiting' | 'taken' | 'refused' | 'dropped' | null
}

export function phoneOf(text: Text): string {
  return text.direction === 'inbound' ? text.from : text.to
}

/** E.164, and for North America exactly ten digits after the country code. */
export function isPhoneNumber(value: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(value) && (!value.startsWith('+1') || value.length === 12)
}
