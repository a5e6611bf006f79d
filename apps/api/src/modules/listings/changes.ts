/** Brings a change of a listing to Google, and finds out what became of one without an answer. */

import { editFields, isSameField, pickFields } from '@foyer/contracts/listings/listing.rules.ts'
import type { ListingChange } from '@foyer/contracts/listings/listing.ts'
import type { GoogleGateway } from '../../gateways/google.ts'
import type { Answered, Consent } from '../../gateways/google-http.ts'
import { attributesOf, isSameAttribute } from './attributes.rules.ts'
import type { ChangeRow } from './changes.store.ts'

type Wanted = Pick<ChangeRow, 'kind' | 'mask' | 'wanted'>

/** Exactly the masked fields leave for Google. */
export function sendChange(
  gateway: GoogleGateway,
  consent: Consent,
  locationId: string,
  { kind, mask, wanted }: Wanted,
): Promise<Answered<Readonly<Record<string, unknown>>>> {
  if (kind === 'fields') return gateway.patchLocation(consent, locationId, mask, pickFields(wanted, mask))
  const attributes = attributesOf(wanted).filter(({ name }) => mask.includes(name))
  return gateway.patchAttributes(consent, locationId, mask, { name: `locations/${locationId}/attributes`, attributes })
}

/** The listing as Google has it, as far as changes of this kind go. */
export function readListing(
  gateway: GoogleGateway,
  consent: Consent,
  locationId: string,
  kind: ListingChange['kind'],
): Promise<Answered<Readonly<Record<string, unknown>>>> {
  return kind === 'fields' ? gateway.location(consent, locationId, editFields) : gateway.attributes(consent, locationId)
}

/** Whether Google has what `wanted` says of the masked fields. */
export function isAsWanted({ kind, mask }: Pick<Wanted, 'kind' | 'mask'>, now: object, wanted: object): boolean {
  const [one, other] = [now, wanted] as Readonly<Record<string, unknown>>[]
  if (kind === 'fields') return mask.every((field) => isSameField(field, one?.[field], other?.[field]))
  return mask.every((name) => isSameAttribute(name, attributesOf(now), attributesOf(wanted)))
}
