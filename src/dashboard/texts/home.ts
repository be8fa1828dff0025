export const HOME = { title: 'Home', health: 'Health', status: 'Status', version: 'Version' };
