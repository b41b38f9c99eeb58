export const ana = { id: '01890000-0000-7000-8000-00000000000a', username: 'ana', avatar: '' };
export const bert = { id: '01890000-0000-7000-8000-00000000000b', username: 'bert', avatar: '' };
