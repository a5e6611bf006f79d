/** Test setup: the clinic with doctors of `visits.suite.ts`, pictures, and uploads of them. */
import { type CallName, calls } from '@foyer/contracts/calls.ts'
import { fillPath } from '@foyer/contracts/path.rules.ts'
import sharp from 'sharp'
import { openVisits, type Visits } from '../appointments/visits.suite.ts'
import type { Answer } from '../clinic.suite.ts'

type Upload = Extract<CallName, 'uploadDoctorPicture' | 'uploadDoctorPic' | 'uploadProfilePic'>

export interface Doctors extends Visits {
  /** Sends a file by one of the three calls; the organization is in the header, o1 by default. */
  upload(
    name: Upload,
    user: string,
    about: { readonly doctorId: string; readonly file?: Blob | null; readonly organizationId?: string | null },
    headers?: Record<string, string>,
  ): Promise<Answer>
  /** Reads bytes from an address of the API. */
  bytes(address: string, user?: string): Promise<{ status: number; headers: Headers; bytes: Buffer }>
}

export async function openDoctors(): Promise<Doctors> {
  const visits = await openVisits()
  const { url, store } = visits
  await store.query(`insert into departments (organization_id, id, name) values
    ('o1', 'dep_south', 'South Lamar'), ('o1', 'dep_north', 'northgate'), ('o2', 'dep9', 'Heart center')`)
  return {
    ...visits,
    async upload(name, user, { doctorId, file, organizationId = 'o1' }, headers = {}) {
      const { method, path } = calls[name]
      const form = new FormData()
      if (name !== 'uploadProfilePic') form.append('doctorId', doctorId)
      if (file !== null) form.append('file', file ?? (await picture()), 'okafor.png')
      const credentials = { authorization: `Bearer ${user}`, 'access-token': user, userid: user }
      const response = await fetch(url + fillPath(path, { id: doctorId }), {
        method,
        headers: { ...credentials, ...(organizationId !== null && { organizationid: organizationId }), ...headers },
        body: form,
      })
      return { status: response.status, body: await response.json() }
    },
    async bytes(address, user = 'lena') {
      const response = await fetch(url + address, { headers: { authorization: `Bearer ${user}` } })
      return {
        status: response.status,
        headers: response.headers,
        bytes: Buffer.from(await response.arrayBuffer()),
      }
    },
  }
}

interface Shape {
  readonly width?: number
  readonly height?: number
  readonly format?: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff'
  readonly colour?: string
}

export async function picture({ width = 80, height = 80, format = 'png', colour = '#8a5a3c' }: Shape = {}) {
  const drawn = sharp({ create: { width, height, channels: 3, background: colour } })
  return new Blob([new Uint8Array(await drawn.toFormat(format).toBuffer())])
}
