/** The carrier's own list: what phones said, and what it was given for them. */
import type { ChaosWorld } from './world.ts'

export interface CarrierText {
  readonly sid: string
  readonly body: string
  readonly direction: string
  readonly from: string
  readonly to: string
  readonly createdAt: string
  readonly media: readonly { readonly sid: string; readonly contentType: string | null }[]
}

export async function readCarrier({ sandboxUrl }: Pick<ChaosWorld, 'sandboxUrl'>): Promise<CarrierText[]> {
  const answer = await fetch(`${sandboxUrl}/sandbox/messages`)
  return ((await answer.json()) as { messages: CarrierText[] }).messages
}
