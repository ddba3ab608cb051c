// Stands in for @react-native-async-storage/async-storage, on the storage of the browser.
const asyncStorage = {
  getItem: async (key: string) => localStorage.getItem(key),
  setItem: async (key: string, value: string) => localStorage.setItem(key, value),
  removeItem: async (key: string) => localStorage.removeItem(key),
  getAllKeys: async () => Object.keys(localStorage),
};

// biome-ignore lint/style/noDefaultExport: as the package that it stands in for
export default asyncStorage;
