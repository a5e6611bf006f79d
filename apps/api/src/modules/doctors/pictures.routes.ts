/** Takes the pictures of doctors, draws them anew, and serves them. */
import * as calls from '@foyer/contracts/doctors/picture-calls.ts'
import type { Response } from 'express'
import { FileRefused } from '../../files/examine.ts'
import { drawPortrait, type Portrait } from '../../files/portrait.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Context, type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { changeDoctors } from './doctor-change.ts'
import { stateOf } from './doctor-state.rules.ts'
import { addUndo } from './doctor-writes.store.ts'
import { lockDoctors } from './doctors.store.ts'
import { pictureAddress } from './picture-address.rules.ts'
import { addPicture, findPicture, findPictureAmong } from './pictures.store.ts'

type Upload = Context<(typeof calls)['uploadDoctorPicture' | 'uploadDoctorPic' | 'uploadProfilePic']>
const PART = 'file'

export function pictureRoutes({ database, clock, newId }: Services): Route[] {
  async function replace({ files, caller, organizationId, write }: Upload, doctorId: string) {
    const portrait = await drawn(files)
    return write(async (tx) => {
      const at = clock.now()
      const [found] = await lockDoctors(tx, { organizationId, ids: [doctorId], now: at })
      if (!found) throw notFound()
      const doctor = stateOf(found)
      const [pictureId, undoId] = [newId(), newId()]
      addPicture(tx, { organizationId, id: pictureId }, { ...portrait, doctorId, at })
      const step = { kind: 'picture', doctorId, before: doctor.pictureId, after: pictureId } as const
      addUndo(tx, { organizationId, id: undoId, userId: caller.userId }, { at, step })
      const { seq, epoch } = await changeDoctors(tx, { organizationId, at }, [{ ...doctor, pictureId }])
      const data = { url: pictureAddress({ organizationId, pictureId }), undoId }
      return { code: 'ok' as const, data, asOf: seq, epoch }
    })
  }

  return [
    route(calls.uploadDoctorPicture, (context) => replace(context, context.body.doctorId)),
    route(calls.uploadDoctorPic, (context) => replace(context, context.body.doctorId)),
    route(calls.uploadProfilePic, (context) => replace(context, context.params.id)),

    route(calls.doctorPicture, async ({ query: { pictureId: id, size }, organizationId, read, res }) => {
      send(res, await read((tx) => findPicture(tx, { organizationId, id }, size)))
      return undefined
    }),

    route(calls.identityImage, async ({ params: { id }, caller, audit, res }) => {
      const picture = await database.systemStatement((queries) => findPictureAmong(queries, id, caller.organizations))
      if (picture) await audit()
      send(res, picture)
      return undefined
    }),
  ]
}

async function drawn(files: Upload['files']): Promise<Portrait> {
  const [file] = files
  if (!file) throw refused('A picture is needed')
  try {
    return await drawPortrait(file)
  } catch (error) {
    throw error instanceof FileRefused ? refused(`The picture ${error.message}`) : error
  }
}

function refused(sentence: string): Refusal {
  return new Refusal('not_valid', sentence, { issues: [{ path: PART, message: sentence }] })
}

/** Keeps browsers from running a picture as a page of ours. */
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  // The bytes under an id never change.
  'Cache-Control': 'private, max-age=86400',
}

function send(res: Response, bytes: Buffer | undefined): void {
  if (!bytes) throw notFound()
  res.set(HEADERS)
  res.setHeader('Content-Type', 'image/webp')
  res.setHeader('Content-Disposition', 'inline; filename="doctor.webp"')
  res.setHeader('Content-Length', bytes.length)
  // For HEAD, Node leaves the body out.
  res.status(200).end(bytes)
}
