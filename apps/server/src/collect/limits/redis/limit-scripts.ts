/**
 * A window is a key that holds what was spent and lives as long as the window: Redis begins and ends all of them by its
 * own clock, and those of the edges say nothing. An edge whose clock is wrong, or is set, opens no window early.
 */

/**
 * Decides a list of spendings one after another, each whole or not at all.
 *
 * KEYS: the windows of all spendings, in their order.
 * ARGV, of each spending: number of its windows, cost (0 only looks), and of each window its limit and length in ms.
 * Answers, of each spending: 1 or 0 for allowed, and of each window what is used and the ms that are left.
 */
const spend = `
local answer = {}
local key, arg = 1, 1
while arg <= #ARGV do
  local windows, cost = tonumber(ARGV[arg]), tonumber(ARGV[arg + 1])
  local used, left, isNew, fits = {}, {}, {}, 1
  for at = 1, windows do
    local name = KEYS[key + at - 1]
    left[at] = redis.call('PTTL', name)
    isNew[at] = left[at] <= 0
    if isNew[at] then
      used[at], left[at] = 0, tonumber(ARGV[arg + 2 * at + 1])
    else
      used[at] = tonumber(redis.call('GET', name)) or 0
    end
    if used[at] + cost > tonumber(ARGV[arg + 2 * at]) then fits = 0 end
  end
  answer[#answer + 1] = fits
  for at = 1, windows do
    if fits == 1 and cost > 0 then
      local name = KEYS[key + at - 1]
      if isNew[at] then
        redis.call('SET', name, ARGV[arg + 1], 'PX', ARGV[arg + 2 * at + 1])
      else
        redis.call('INCRBY', name, ARGV[arg + 1])
      end
      used[at] = used[at] + cost
    end
    answer[#answer + 1] = used[at]
    answer[#answer + 1] = left[at]
  end
  key = key + windows
  arg = arg + 2 + 2 * windows
end
return answer
`;

/** Two windows whose ends are no further apart are the same one: edges know an end to the second. */
const SAME_WINDOW_MS = 5_000;

/**
 * Adds what an edge has spent by itself, and brings back what Redis has lost.
 *
 * KEYS: one that is written in any case and removed again, so that a server that cannot be written to says so, and windows. ARGV, of each
 * window: what the edge had seen used before, what it spent since, the ms that are left of it. Where the window is gone
 * it begins again with both. Where it is the same, what the edge had seen is a lower bound.
 */
const settle = `
redis.call('SET', KEYS[1], '')
redis.call('DEL', KEYS[1])
for at = 1, #KEYS - 1 do
  local name = KEYS[at + 1]
  local seen, spent = tonumber(ARGV[3 * at - 2]), tonumber(ARGV[3 * at - 1])
  local endsIn = tonumber(ARGV[3 * at])
  local left = redis.call('PTTL', name)
  local used = 0
  if left <= 0 then
    used, left = seen, endsIn
  else
    used = tonumber(redis.call('GET', name)) or 0
    if seen > used and math.abs(left - endsIn) <= ${SAME_WINDOW_MS} then used = seen end
  end
  if used + spent > 0 then
    redis.call('SET', name, string.format('%.0f', used + spent), 'PX', string.format('%.0f', left))
  end
end
return #KEYS
`;

export const limitScripts = { spend, settle } as const;

export type LimitScript = keyof typeof limitScripts;
