import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Doctors, openDoctors, picture } from './doctors.suite.ts'
import { doctorRetention } from './retention.ts'

let clinic: Doctors
beforeAll(async () => {
  clinic = await openDoctors()
})
afterAll(() => clinic.close())

const DAY_MS = 86_400_000
const pictureOf = async (doctorId = 'doctor1') =>
  (await clinic.ask('doctor', 'lena', { doctorId })).body.data.picture as string | null
const uploaded = async (colour: string) => {
  const { status, body } = await clinic.upload('uploadDoctorPic', 'lena', {
    doctorId: 'doctor1',
    file: await picture({ colour }),
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as { url: string; undoId: string }
}

describe.each([
  ['uploadDoctorPicture', '[CALL-CAMPAIGN-21]'],
  ['uploadDoctorPic', '[CALL-MAIN-01]'],
  ['uploadProfilePic', '[CALL-MAIN-02]'],
] as const)('%s', (name, row) => {
  test(`keeps the picture and tells every screen ${row} [OPEN-080]`, async () => {
    const before = (await clinic.events()).at(-1)?.seq
    const { status, body } = await clinic.upload(name, 'lena', { doctorId: 'doctor1' })
    expect([status, body.data]).toEqual([200, { url: expect.any(String), undoId: expect.any(String) }])
    expect(await pictureOf()).toBe(body.data.url)
    const events = await clinic.events(before)
    expect(events).toMatchObject([{ type: 'doctor.changed', key: 'doctor1', data: { picture: body.data.url } }])
    const { status: found, headers } = await clinic.bytes(body.data.url)
    expect([found, headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('answers 404 for a foreign and an unknown doctor, and keeps nothing [SEC-05]', async () => {
    const before = await clinic.store.query('select id from doctor_pictures')
    for (const doctorId of ['doctor9', 'absent'])
      expect((await clinic.upload(name, 'lena', { doctorId })).status).toBe(404)
    expect(await clinic.store.query('select id from doctor_pictures')).toEqual(before)
  })

  test('is refused without an organization, in a foreign one, and without a file', async () => {
    const status = async (about: object) =>
      (await clinic.upload(name, 'lena', { doctorId: 'doctor1', ...about })).status
    expect(await status({ organizationId: null })).toBe(400)
    expect(await status({ organizationId: 'o2' })).toBe(403)
    expect(await status({ file: null })).toBe(400)
  })
})

describe('a picture', () => {
  test('is drawn anew as a square of 1024 and one of 96 pixels, upright, without what was hidden in it [SEC-08]', async () => {
    const secret = { IFD0: { Copyright: 'taken at 30.2672 N' } }
    const half = await sharp({ create: { width: 100, height: 50, channels: 3, background: '#f00' } })
      .png()
      .toBuffer()
    // A tall picture that is red above and blue below, stored lying on its side.
    const tall = await sharp({ create: { width: 100, height: 300, channels: 3, background: '#00f' } })
      .composite([{ input: half, left: 0, top: 0 }])
      .png()
      .toBuffer()
    const lying = await sharp(tall).rotate(270).withExif(secret).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { body } = await clinic.upload('uploadProfilePic', 'lena', {
      doctorId: 'doctor1',
      file: new Blob([new Uint8Array(lying)]),
    })
    const { bytes } = await clinic.bytes(body.data.url)
    const meta = await sharp(bytes).metadata()
    expect(meta).toMatchObject({ format: 'webp', width: 1024, height: 1024 })
    expect([meta.exif, meta.orientation, bytes.includes('30.2672')]).toEqual([undefined, undefined, false])
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect([data[0]! > 200, data[2]! < 60]).toEqual([true, true])
    const small = await clinic.bytes(`${body.data.url}&size=small`)
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 96, height: 96 })
  })

  test.each(['png', 'jpeg', 'webp'] as const)('is taken as %s, whatever its name [OPEN-080]', async (format) => {
    const file = await picture({ format, width: 64, height: 200 })
    expect((await clinic.upload('uploadDoctorPic', 'lena', { doctorId: 'doctor1', file })).status).toBe(200)
  })

  test.each([
    ['a GIF', () => picture({ format: 'gif' }), 'The picture must be a PNG, a JPEG or a WebP.'],
    ['a TIFF', () => picture({ format: 'tiff' }), 'The picture must be a PNG, a JPEG or a WebP.'],
    [
      'too small',
      () => picture({ width: 400, height: 63 }),
      'The picture is too small: it needs at least 64 pixels on each side.',
    ],
    ['empty', async () => new Blob([]), 'The picture is empty.'],
    ['a program', async () => new Blob(['MZ\u0000\u0001']), 'The picture must be a PNG, a JPEG or a WebP.'],
    [
      'an SVG',
      async () => new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']),
      'The picture must be a PNG, a JPEG or a WebP.',
    ],
    [
      'torn',
      async () => (await picture({ width: 300, height: 300 })).slice(0, 60),
      'The picture is damaged, too large to be shown, or not the picture that it says it is.',
    ],
  ])('is refused with a sentence when it is %s [SEC-08]', async (_, make, message) => {
    const before = await pictureOf()
    const { status, body } = await clinic.upload('uploadDoctorPic', 'lena', { doctorId: 'doctor1', file: await make() })
    expect([status, body.reason, body.message, body.issues]).toEqual([
      ...[400, 'not_valid', message],
      [{ path: 'file', message }],
    ])
    expect(await pictureOf()).toBe(before)
  })

  test('is refused as too large when it has more than 10 MiB', async () => {
    const file = new Blob([new Uint8Array(10 * 1024 * 1024 + 1)])
    expect((await clinic.upload('uploadDoctorPic', 'lena', { doctorId: 'doctor1', file })).status).toBe(413)
  })

  test('has an address of its own, which browsers keep for a day', async () => {
    const [red, blue] = [await uploaded('#ff0000'), await uploaded('#0000ff')]
    expect(red.url).not.toBe(blue.url)
    const { headers, bytes } = await clinic.bytes(red.url)
    expect(headers.get('cache-control')).toBe('private, max-age=86400')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const { channels } = await sharp(bytes).stats()
    expect(Math.round(channels[0]!.mean)).toBeGreaterThan(240)
  })

  test('is stored once when the call is repeated with its key', async () => {
    const send = () =>
      clinic.upload('uploadDoctorPic', 'lena', { doctorId: 'doctor1' }, { 'idempotency-key': 'one picture' })
    const [first, second] = [await send(), await send()]
    expect(second.body.data).toEqual(first.body.data)
  })

  test('of another organization is unknown [SEC-05]', async () => {
    const { body } = await clinic.upload('uploadDoctorPic', 'omar', { doctorId: 'doctor9', organizationId: 'o2' })
    const id = new URLSearchParams(body.data.url.split('?')[1]).get('pictureId')
    for (const address of [
      `/api/main/doctor/picture?organizationId=o1&pictureId=${id}`,
      `/api/main/doctor/picture?organizationId=o1&pictureId=absent`,
      `/api/services/identity/image/${id}`,
      '/api/services/identity/image/absent',
    ])
      expect((await clinic.bytes(address)).status, address).toBe(404)
    expect((await clinic.bytes(body.data.url)).status).toBe(403)
  })
})

test('identityImage answers the large picture to a member of its organization [CALL-SERVICES-06] [OPEN-084]', async () => {
  const { url } = await uploaded('#00ff00')
  const id = new URLSearchParams(url.split('?')[1]).get('pictureId')
  const address = `/api/services/identity/image/${id}`
  const [large, image] = [await clinic.bytes(url), await clinic.bytes(address)]
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(image.bytes.equals(large.bytes)).toBe(true)
  expect((await fetch(clinic.url + address)).status).toBe(401)
})

describe('undoDoctors', () => {
  test('brings the picture before back, or none where there was none', async () => {
    await clinic.store.query(`update doctors set picture_id = null where organization_id = 'o1'`)
    const first = await uploaded('#ff0000')
    const second = await uploaded('#0000ff')
    const back = await clinic.ask('undoDoctors', 'lena', { undoId: second.undoId })
    expect([back.status, back.body.data.restored[0].picture]).toEqual([200, first.url])
    await clinic.ask('undoDoctors', 'lena', { undoId: first.undoId })
    expect(await pictureOf()).toBeNull()
  })

  test('leaves a picture that came later', async () => {
    const first = await uploaded('#ff0000')
    const second = await uploaded('#0000ff')
    const { body } = await clinic.ask('undoDoctors', 'lena', { undoId: first.undoId })
    expect(body.data).toEqual({ restored: [], skipped: [{ doctorId: 'doctor1', reason: 'changed_since' }] })
    expect(await pictureOf()).toBe(second.url)
  })
})

test('retention deletes replaced pictures after a day, and keeps the present one', async () => {
  const [old, present] = [await uploaded('#ff0000'), await uploaded('#0000ff')]
  await doctorRetention(clinic.parts)
  expect((await clinic.bytes(old.url)).status).toBe(200)
  clinic.pass(DAY_MS + 1000)
  await doctorRetention(clinic.parts)
  expect([(await clinic.bytes(old.url)).status, (await clinic.bytes(present.url)).status]).toEqual([404, 200])
})

test('retention keeps a picture of a month ago when an undo can still bring it back', async () => {
  const former = await uploaded('#ff0000')
  clinic.pass(30 * DAY_MS)
  const { undoId } = await uploaded('#0000ff')
  await doctorRetention(clinic.parts)
  const { status, body } = await clinic.ask('undoDoctors', 'lena', { undoId })
  expect([status, body.data?.restored[0].picture]).toEqual([200, former.url])
  expect((await clinic.bytes(former.url)).status).toBe(200)
})
