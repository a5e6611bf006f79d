/** Reads the carrier's list of texts in both directions. */
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
