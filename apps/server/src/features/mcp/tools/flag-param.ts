export const flag = { name: 'flag', of: 'id', description: 'Key or id of a flag' };
