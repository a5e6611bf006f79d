/** Reads listings at Google, and changes exactly the masked fields. */
import { createHash } from 'node:crypto'
import type { AnyCall } from '@foyer/contracts/call.ts'
import { type EditField, editFields, pickFields } from '@foyer/contracts/listings/listing.rules.ts'
import { attributesSchema, type ListingChange, listingSchema } from '@foyer/contracts/listings/listing.ts'
import * as calls from '@foyer/contracts/listings/listing-calls.ts'
import type { Tx } from '../../db/tx.ts'
import { notValid, Refusal } from '../../http/refusal.ts'
import { type Context, type Route, route } from '../../http/route.ts'
import { attributesOf } from './attributes.rules.ts'
import { addChange, endChange } from './changes.store.ts'
import { readListing, sendChange } from './changes.ts'
import { expectValue, type GoogleServices, type Opened, openGoogle, refusalOf } from './google-answers.ts'

/** A worker takes over a change whose call died. */
const LEASE_MS = 30_000

export function listingRoutes(parts: GoogleServices): Route[] {
  const { clock, newId, database } = parts

  const open = ({ organizationId, read }: Pick<Context<AnyCall>, 'organizationId' | 'read'>, locationId: string) =>
    openGoogle(parts, { organizationId, read, locationId })

  interface Wanted {
    readonly id: string
    readonly kind: ListingChange['kind']
    readonly mask: readonly string[]
    readonly wanted: object
    /** The listing as Google has it now. */
    readonly current: object
  }

  /** Stores the change, brings it to Google, and stores what became of it. */
  async function change(
    { caller, organizationId, write }: Pick<Context<AnyCall>, 'caller' | 'organizationId' | 'write'>,
    { gateway, consent }: Opened,
    { id, kind, mask, wanted, current }: Wanted,
  ): Promise<{ value: Readonly<Record<string, unknown>>; change: ListingChange }> {
    const _id = newId()
    const due = { organizationId, id: _id }
    await write((tx) =>
      addChange(tx, {
        ...{ organizationId, id: _id, locationId: id, kind, mask, before: partOf(kind, current, mask), wanted },
        ...{ by: caller.userId, at: clock.now(), leaseMs: LEASE_MS },
      }),
    )
    const answer = await sendChange(gateway, consent, id, {
      kind,
      mask: [...mask],
      wanted: wanted as Record<string, unknown>,
    })
    const at = clock.now()
    const settle = (end: Parameters<typeof endChange>[2]) =>
      database.write(organizationId, (tx: Tx) => endChange(tx, due, end))
    if (answer.outcome === 'ok') {
      const ended = await settle({ state: 'applied', at })
      if (!ended) throw new Error('A change is gone.')
      return { value: answer.value, change: ended }
    }
    if (answer.outcome === 'refused' || answer.outcome === 'absent') {
      const problems = answer.outcome === 'refused' ? [...answer.refusal.fields] : []
      const message = answer.outcome === 'refused' ? answer.refusal.message : 'Google does not have this listing.'
      await settle({ state: 'refused', problems: problems.length > 0 ? problems : [{ field: '', message }], at })
    } else if (answer.outcome === 'busy' || answer.outcome === 'consent') {
      // Google certainly did not do it, and the caller is told so.
      await settle({ state: 'refused', problems: [{ field: '', message: refusalOf(answer).message }], at })
    } else {
      // A worker finds out what became of it.
      await settle({ state: 'unknown', at })
      throw new Refusal('upstream_failed', 'Google did not answer. We find out what became of it.')
    }
    await expectValue(parts, consent, answer)
    throw new Error('A failure is no value.')
  }

  const settleUpdates = (
    call: typeof calls.acceptGoogleUpdates | typeof calls.revertGoogleUpdates,
    takesGoogles: boolean,
  ) =>
    route(call, async (context) => {
      const { params, body } = context
      const opened = await open(context, params.id)
      const { gateway, consent } = opened
      const own = await expectValue(parts, consent, await readListing(gateway, consent, params.id, 'fields'))
      const updated = await updatesOf(opened, params.id)
      const differing = body.fields.filter((field) => updated.diffMask.includes(field))
      if (differing.length < body.fields.length) throw notValid('fields', 'Google did not change this field')
      const wanted = pickFields(takesGoogles ? updated.location : own, differing)
      const made = await change(context, opened, {
        id: params.id,
        kind: 'fields',
        mask: differing,
        wanted,
        current: own,
      })
      return { ...listingSchema.parse(pickFields(made.value, differing)), foyer: made.change }
    })

  async function updatesOf({ gateway, consent }: Opened, id: string) {
    const answer = await expectValue(parts, consent, await gateway.googleUpdated(consent, id, editFields))
    const list = (mask: unknown) =>
      (typeof mask === 'string' ? mask.split(',') : []).map((field) => field.split('.')[0] ?? '').filter(isEditField)
    const location = pickFields((answer.location ?? {}) as object, editFields)
    return {
      location,
      diffMask: [...new Set(list(answer.diffMask))],
      pendingMask: [...new Set(list(answer.pendingMask))],
    }
  }

  return [
    route(calls.listingLocation, async (context) => {
      const { params, query, res } = context
      const { gateway, consent } = await open(context, params.id)
      const fields = [...new Set([...query.readMask, ...editFields])]
      const listing = await expectValue(parts, consent, await gateway.location(consent, params.id, fields))
      res.set('ETag', etagOf(listing))
      return listingSchema.parse(pickFields(listing, query.readMask))
    }),

    route(calls.changeListing, async (context) => {
      const { params, query, body, req } = context
      const mask = query.updateMask
      const missing = mask.find((field) => body[field] === undefined)
      if (missing !== undefined) throw notValid(missing, 'The mask names it')
      const opened = await open(context, params.id)
      const current = await currentOf(opened, parts, params.id, req.get('if-match'))
      const wanted = pickFields(body, mask)
      const made = await change(context, opened, { id: params.id, kind: 'fields', mask, wanted, current })
      return { ...listingSchema.parse(pickFields(made.value, mask)), foyer: made.change }
    }),

    route(calls.listingAttributes, async (context) => {
      const { gateway, consent } = await open(context, context.params.id)
      return attributesSchema.parse(
        named(
          context.params.id,
          await expectValue(parts, consent, await gateway.attributes(consent, context.params.id)),
        ),
      )
    }),

    route(calls.changeListingAttributes, async (context) => {
      const { params, query, body } = context
      const mask = query.attributeMask
      const opened = await open(context, params.id)
      const current = await expectValue(
        parts,
        opened.consent,
        await opened.gateway.attributes(opened.consent, params.id),
      )
      const wanted = partOf('attributes', body, mask)
      const made = await change(context, opened, { id: params.id, kind: 'attributes', mask, wanted, current })
      return { ...attributesSchema.parse(named(params.id, made.value)), foyer: made.change }
    }),

    route(calls.listingAttributeMetadata, async (context) => {
      const { gateway, consent } = await open(context, context.params.id)
      const answer = await expectValue(parts, consent, await gateway.attributeMetadata(consent, context.params.id))
      const known = calls.listingAttributeMetadata.reply.shape.attributeMetadata.element
      const list = Array.isArray(answer.attributeMetadata) ? answer.attributeMetadata : []
      return { attributeMetadata: list.flatMap((one) => known.safeParse(one).data ?? []) }
    }),

    route(calls.listingGoogleUpdates, async (context) => {
      const updates = await updatesOf(await open(context, context.params.id), context.params.id)
      return { ...updates, location: listingSchema.parse(updates.location) }
    }),

    settleUpdates(calls.acceptGoogleUpdates, true),
    settleUpdates(calls.revertGoogleUpdates, false),
  ]
}

function isEditField(field: string): field is EditField {
  return (editFields as readonly string[]).includes(field)
}

async function currentOf({ gateway, consent }: Opened, parts: GoogleServices, id: string, ifMatch: string | undefined) {
  const current = await expectValue(parts, consent, await readListing(gateway, consent, id, 'fields'))
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== etagOf(current))
    throw new Refusal('stale', 'The listing was changed meanwhile.', {
      data: { ...pickFields(current, editFields), etag: etagOf(current) },
    })
  return current
}

/** The same for all masks: a change of any field that can be edited is another state. */
function etagOf(listing: object): string {
  const state = JSON.stringify(pickFields(listing, editFields))
  return `"${createHash('sha256').update(state).digest('base64url').slice(0, 27)}"`
}

function partOf(kind: ListingChange['kind'], from: object, mask: readonly string[]): object {
  if (kind === 'fields') return pickFields(from, mask)
  return { attributes: attributesOf(from).filter(({ name }) => mask.includes(name)) }
}

function named(id: string, answer: Readonly<Record<string, unknown>>) {
  return { name: `locations/${id}/attributes`, attributes: answer.attributes ?? [] }
}
