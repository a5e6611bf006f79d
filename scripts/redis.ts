import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether the tests find a redis-server to start. */
export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0
}

/** As root on Debian from its packages; elsewhere nobody but the owner of the machine can. */
export function installRedis(): void {
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/etc/debian_version')) {
    console.log('Installing redis-server from the system packages…')
    const env = {
      ...process.env,
      DEBIAN_FRONTEND: 'noninteractive',
      // The tests start their own; the package would start one for the whole machine.
      RUNLEVEL: '1',
    }
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    })
  }
  if (!hasRedis()) {
    console.error(
      'The tests need redis-server 7 or newer in the PATH: install it (Debian: apt-get install redis-server).',
    )
    process.exit(1)
  }
}
