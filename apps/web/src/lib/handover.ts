/**
 * A request from one part of the app to another that may not be mounted yet. It is kept in memory until a receiver
 * takes it.
 */
export type HandoverRequest = { readonly organizationId: string } & (
  | { readonly kind: 'conversation'; readonly conversationId: string }
  | { readonly kind: 'patient'; readonly patientId: string; readonly name: string; readonly phoneNumber: string }
)

/** Returns whether it took the request. */
type Receiver = (request: HandoverRequest) => boolean

export interface Handover {
  give(request: HandoverRequest): void
  /** Receives requests until the returned function is called. */
  receive(receiver: Receiver): () => void
}

export function createHandover(): Handover {
  const receivers = new Set<Receiver>()
  let waiting: HandoverRequest | null = null
  return {
    give(request) {
      waiting = [...receivers].some((receiver) => receiver(request)) ? null : request
    },
    receive(receiver) {
      receivers.add(receiver)
      if (waiting !== null && receiver(waiting)) waiting = null
      return () => receivers.delete(receiver)
    },
  }
}
