/**
 * A request from one part of the app to another that may not be mounted yet. It is kept in memory until a receiver
 * takes it.
 */
export type Asked = { readonly organizationId: string } & (
  | { readonly kind: 'conversation'; readonly conversationId: string }
  | { readonly kind: 'patient'; readonly patientId: string; readonly name: string; readonly phoneNumber: string }
)

/** Returns whether it took the request. */
type Receiver = (asked: Asked) => boolean

export interface Handover {
  give(asked: Asked): void
  /** Receives requests until the returned function is called. */
  receive(receiver: Receiver): () => void
}

export function createHandover(): Handover {
  const receivers = new Set<Receiver>()
  let waiting: Asked | null = null
  return {
    give(asked) {
      waiting = [...receivers].some((receiver) => receiver(asked)) ? null : asked
    },
    receive(receiver) {
      receivers.add(receiver)
      if (waiting !== null && receiver(waiting)) waiting = null
      return () => receivers.delete(receiver)
    },
  }
}
