/**
 * Scripts that run as one step in Redis. KEYS: the hash beside the stream (epoch, head, base, bytes, counts) and the
 * stream, whose ids are `<seq>-0`. Redis may evict either key alone, so a log exists only if both keys do and agree.
 */
import { ANNOUNCED_BYTES } from './announcement.ts'

const READ = `
local epoch, head, base, bytes = unpack(redis.call('HMGET', KEYS[1], 'epoch', 'head', 'base', 'bytes'))
local isThere = epoch and redis.call('XLEN', KEYS[2]) == head - base
head, base, bytes = tonumber(head or 0), tonumber(base or 0), tonumber(bytes or 0)
local function text(number) return string.format('%.0f', number) end
local maxEvents, maxBytes, ttl, channel = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4]
local counts = nil
local function add(payload)
  head = head + 1
  redis.call('XADD', KEYS[2], text(head) .. '-0', 'event', payload)
  bytes = bytes + #payload
end
local function brought(payloads)
  local length, sizes = 0, ''
  for _, payload in ipairs(payloads) do
    length = length + #payload
    if length > ${ANNOUNCED_BYTES} then return '' end
    sizes = sizes .. ' ' .. #payload
  end
  return sizes .. '\\n' .. table.concat(payloads)
end
local function keep(kind, more)
  while base < head and (head - base > maxEvents or bytes > maxBytes) do
    base = base + 1
    local id = text(base) .. '-0'
    bytes = bytes - #redis.call('XRANGE', KEYS[2], id, id)[1][2][2]
    redis.call('XDEL', KEYS[2], id)
  end
  redis.call('HSET', KEYS[1], 'epoch', epoch, 'head', text(head), 'base', text(base), 'bytes', text(bytes), 'counts', counts)
  redis.call('EXPIRE', KEYS[1], ttl)
  redis.call('EXPIRE', KEYS[2], ttl)
  redis.call('PUBLISH', channel, kind .. ' ' .. text(head) .. ' ' .. epoch .. more)
end
`

/** Arguments after the settings, for each event: epoch, seq, counts, payload. */
export const APPEND = `${READ}
if not isThere then return 'absent' end
local outcome, added = 'appended', {}
for i = 5, #ARGV, 4 do
  local seq = tonumber(ARGV[i + 1])
  if ARGV[i] ~= epoch then outcome = 'otherEpoch' break end
  if seq > head + 1 then outcome = 'gap' break end
  if seq == head + 1 then
    add(ARGV[i + 3])
    counts = ARGV[i + 2]
    added[#added + 1] = ARGV[i + 3]
  end
end
if #added > 0 then keep('appended', brought(added)) end
return outcome
`

/**
 * Arguments after the settings: whether to keep an existing log, epoch, base, counts as of the head, then the
 * payloads.
 */
export const BEGIN = `${READ}
if isThere and ARGV[5] == 'keep' then return 'kept' end
redis.call('DEL', KEYS[1], KEYS[2])
epoch, base, counts, bytes = ARGV[6], tonumber(ARGV[7]), ARGV[8], 0
head = base
for i = 9, #ARGV do add(ARGV[i]) end
keep(ARGV[5] == 'keep' and 'appended' or 'replaced', '')
return 'begun'
`
