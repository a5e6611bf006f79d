/** What one part of the app asks another for, which may not be on the screen yet. Kept in memory until somebody takes it. */
export type Asked = { readonly organizationId: string } & (
  | { readonly kind: 'conversation'; readonly conversationId: string }
  | { readonly kind: 'patient'; readonly patientId: string; readonly name: string; readonly phoneNumber: string }
)

/** Answers whether it took it. */
type Receiver = (asked: Asked) => boolean

export interface Handover {
  give(asked: Asked): void
  /** Until the answer is called. */
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
